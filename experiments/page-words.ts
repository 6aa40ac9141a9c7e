/** What the paper says twice in different ways, or not at all; each with its evidence. */
export const INCONSISTENCIES: readonly (readonly [what: string, evidence: string])[] = [
  [
    'The gradient has K^w in place of K⁽ᵗ⁾',
    'Section 5.3 prints ∂J/∂w_t = 2 w_t tr(K^w Z Z′). With K^w = Σ w_t² K⁽ᵗ⁾ the derivative is 2 w_t tr(K⁽ᵗ⁾ Z Z′); with the printed one all w_t share one trace, so from equal weights, where the algorithm starts, the reduced gradient is 0 and nothing is learned.',
  ],
  [
    'The pseudo-code takes eigenvectors of K^w',
    'Appendix C computes Z from the top eigenvectors of K^w. The objective of Section 5.2 needs those of 2 K̃ + K^w; with K^w alone α and K̃ have no effect at all, and the algorithm is SMKKM.',
  ],
  [
    'Rows are not said to be scaled',
    'Nowhere is it printed that the rows of Z are scaled to length 1 before k-means. The table of readings below has both; without scaling the diversity term cannot act, because K^w is 100 to 10,000 times smaller than 2 K̃.',
  ],
  [
    'MKKM is cited as one method and printed as another',
    'Section 6.1 and Appendix E.2 cite Bang, Yu and Wu (2018), a min-max method. Table 2 prints min over w, min over Z of tr(K^w (I − Z Z′)), the min-min method of Huang et al. (2012). Both are in our tables: the published row agrees with MKKM as printed on eight datasets, with MKKC as cited on one.',
  ],
  [
    'The caption of the purity table says F-score',
    'Table 5 is captioned "F-score metric" but labelled table:Purity and cited as purity in the text; its values are purities: on D1 three rows are 55.5, the share of the larger class, below which no purity can be.',
  ],
  [
    'The scale of K^w',
    'K^w = Σ w_t² K⁽ᵗ⁾ with Σ w_t = 1 has trace of about k̄/m, where k̄ is the mean number of base clusters; 2 K̃ has trace 2 n. On Seeds with m = 20 that is about 0.4 against 420. The two terms of the objective are not of one scale; the method `balanced` puts them on one.',
  ],
  [
    'What the weights mean',
    'Section 6.2 says that the method gives "higher weights to more accurate base clusterings". At the optimum w_t is proportional to 1/tr(K⁽ᵗ⁾ Z Z′): larger for base clusterings that the consensus spans less. The table of weights below has the correlation with the quality of the base clusterings.',
  ],
  [
    'w/o Bias equals SMKKM in every cell',
    'All 30 cells of "w/o Bias" in Table 6 (three metrics, ten datasets, means and deviations) are those of SMKKM in Tables 1, 4 and 5. So this ablation is SMKKM with its own pipeline, not the proposed method without a term.',
  ],
  [
    'The sign of the excess risk in Theorem 3.2',
    'F is the value of a maximisation, so F(Ẑ; K*) − F(Z; K*) is never positive, and an upper bound above 0 holds without proof. What is drawn in Figure 3 is the opposite difference.',
  ],
  [
    'c against 1/c',
    'Theorem 3.1 and Lemma A.2 assume a gap of at least 1/c; the proof of the lemma (Appendix B.2) ends with "where c = λ_k(K*) − λ_{k+1}(K*)", the gap itself. Only c = 1/gap gives the bound.',
  ],
  [
    'c₀ against its root',
    'Theorem 3.2 and the proof in Appendix B.4 assume |ẑ_q| at most √c₀; Lemma A.4 assumes at most c₀, with the same bound.',
  ],
  [
    'K^w is linear in Theorem 4.1 and squared in the algorithm',
    'Section 4 defines K^w = Σ w_t K⁽ᵗ⁾, on which the decomposition rests; the same section then "modifies the definition" to Σ w_t² K⁽ᵗ⁾ without repeating the proof.',
  ],
  [
    'The constraint w′w = 1',
    'Section 4 first has w′w = 1, "to avoid sparse solutions", then replaces it by Σ w_t = 1 because it is not convex. With a linear K^w nothing would keep the weights from being sparse; the square does.',
  ],
  [
    'The fitted curve of Section 6.3',
    'Printed as a₁ √n + a₂ √(log n / m) + gap. √n grows; Theorem 3.2 has 1/√n, and with a₁ = 1 only that gives losses near 2.',
  ],
]

/** What the tables say, in plain words. */
export const FINDINGS: readonly string[] = [
  'Reproduced: GPEC at α = 0.1 and at the best α on eight of the ten datasets each (all three metrics), LWEA, NWCA, SEC, CES2L, CES2Q and MKKM as printed on seven to nine each; the ablation without diversity on seven; the order at the top; the curves of Figure 1; the shape of Figure 4.',
  'What was to be reached and is missed: LWEA and NWCA within 2.5 points on eight of the ten datasets. The means over 20 pools are that near on five and six. Two pools of our own are that near each other on 7.6 and 7.5 of the ten, and one pool is that near the mean of all on 8.6 and 8.7, so that a perfect reproduction would just meet it. Rice, Seeds, ALLAML and Website Phishing are missed by about two deviations of a pool at most, which may be luck; WarpAR10P (4 points above in NMI; 2 above when base clusterings are the best of three random starts) and Abalone (4 below; met with features scaled to 0..1) are not luck. With our ten pools GPEC misses Rice at α = 0.1 (3.8 points: a few draws fail, and the standard error is 3) and WFRN at the best α (2.9); the means over 20 pools meet both (0.5 and 1.4). LWEA on the published pools is met over 200 draws; with 20 the standard error of its ARI on Aggregation and Lung is 2 to 3 points.',
  'Phishing (25.0 published): single draws at the best α lie between 0 and 49, so that one pool gives the published numbers (26/32/77) and ten pools a mean of 16. At α = 0.1 raw features give 4; standardised features give 27/33/78, and LWEA and NWCA keep theirs, but SEC, MKKM and SMKKM then fall to about 0, while raw features give their published rows. No single scaling gives all rows of this dataset.',
  'Abalone: with raw features most methods are 2 to 6 points low, with either kind of class; scaled to 0..1 GPEC at α = 0.1, LWEA, NWCA and SEC meet their rows, SMKKM in NMI alone. We keep raw features in the headline: nothing is tuned for one dataset.',
  'ECCMS on Rice: three draws give a few samples against all the rest (NMI 0.1; 50.7 published). Rice has hardly any equal label rows, one run takes three minutes of CPU time, and no other reading was tried.',
  'Not reproduced under any reading: WFRN at α = 0.1 (19.6 published, ours 29 to 30: our α = 0.1 beats the published best, 27.4, and our α = 0.4 is near the published 0.1). Without diversity Seeds (62.4 published) is met at α = 0.3, Phishing and WFRN at 0.05, but all ten at no single α.',
  'The gains of the abstract are not reproduced in size: SMKKM scores higher here than in the paper (57.8 instead of 38.5 on Rice, 67.7 instead of 59.4 on Seeds), and so do both readings of MKKM on average, so that the lead of GPEC over the best other method shrinks from 6 points to about 3, and at α = 0.1 to below 1.5. Our SMKKM has the weights and objectives of its authors’ code. One start of k-means or scaled rows change little; centred kernels lower Rice to 51 and raise Phishing to 16, and leave Seeds.',
  'The weights hardly matter: at α = 0.1 GPEC with and without its diversity term gives the same numbers on most datasets. The term acts at large α, where K̃ leaves many rows of Z near zero.',
  'Table 2 is not reproduced. Its scale is met when the traces are taken of plain 0/1 matrices and divided by n, but then the proposed method has not the lowest total: MKKM has.',
  'Figure 3: with m = √n the loss falls a little and with m = log log n it does not, as in the paper; but its level is 2.5 to 2.7, not 1.7 to 1.9, and the fall is far smaller than drawn. Other scalings of the features and other ranges of k, tried once each at the largest n, gave 2.4 to 3.4.',
]
