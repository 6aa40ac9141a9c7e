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
    'Section 6.1 and Appendix E.2 cite Bang, Yu and Wu (2018), a min-max method. Table 2 prints min over w, min over Z of tr(K^w (I − Z Z′)), the min-min method of Huang et al. (2012). Both are in our tables: the published row agrees with MKKM as printed on five datasets, with MKKC as cited on two.',
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
  'What was to be reached is reached by the means over 20 pools: GPEC within 0.1 to 0.8 points of the published numbers on Seeds, WFRN, Rice and ALLAML, LWEA and NWCA within 2.5 points on eight of the ten datasets each, LWEA on six of the eight published pools. With our ten pools and two draws from each, 20 as in the paper, GPEC misses Rice (3.6 and 3.0 points: a few draws fail, standard error 3), and LWEA and NWCA are near enough on seven datasets. Two pools of our own are that near each other on 7.4 and 7.1 of the ten, so that more cannot be asked of 20 draws.',
  'Two readings made the difference, both found by comparing with the published rows. Base clusterings start as in MATLAB: k-means++ draws one candidate per centre. Keeping the best of several, as this library and scikit-learn do, gives base clusterings that are better one by one and more alike: LWEA and NWCA on WarpAR10P are then 4 points too high instead of 1, GPEC at α = 0.1 on WFRN 11 instead of 8. And Abalone is scaled to 0..1, like Rice and Obesity; the rows of five other methods say so, by one rule for all datasets.',
  'ECCMS: its published row is that of α = 0.9, not of the 0.75 in its authors’ demonstration. At 0.75 nearly all samples of Rice and Abalone hang together by confident links, and a few samples come out against all the rest; a dense twin in another language gives the same partition of a draw of Rice (one sample against 3,809), and with 0.9 an NMI of 0.5.',
  'Phishing at α = 0.1 (25.0/30.8/76.5 published) is not reproduced with raw features, 6/7/63. Standardised features give 25.6/32.2/78.0, and LWEA, NWCA and SEC keep their rows, but MKKM and SMKKM fall from 8 and more to 0. At the best α raw features agree, 19/24/74, with single draws between 3 and 46.',
  'SMKKM scores higher here than in the paper on Rice (57.8 instead of 38.5), Seeds, Obesity and ALLAML. With base kernels that are 1 within clusters, not 1 over their size, which is what scaling to unit diagonal in its authors’ demonstration makes of them, six of the ten datasets are within 4 points in all metrics; but Rice is then 19 too low. MKKM scores 4 points higher on average in either reading. So the gains of the abstract are not reproduced in size: the lead of GPEC over the best other method is 3 points with the best α, and at α = 0.1 below 1.',
  'LWEA on Seeds and Website Phishing is 3 to 6 points above its row, in nearly every pool, and NWCA is not: what the paper did otherwise in LWEA is not known. SEC on Seeds is 14 points above its row, CEAM on Phishing 17.',
  'The weights hardly matter: at α = 0.1 GPEC with and without its diversity term gives the same numbers on most datasets. The term acts at large α, where K̃ leaves many rows of Z near zero. Without diversity Seeds (62.4 published, ours 67.8) and the purity of WarpAR10P at the best α are not met, the others are.',
  'Table 2 is not reproduced. Its scale is met when the traces are taken of plain 0/1 matrices and divided by n, but then the proposed method has not the lowest total: MKKM has.',
  'Figure 3: with m = √n the loss is lower than with m = log log n, as in the paper, but its level is 2.5 to 2.8, not 1.7 to 1.9, and it hardly falls. Other scalings of the features and other ranges of k, tried once each at the largest n, gave 2.4 to 3.4.',
]
