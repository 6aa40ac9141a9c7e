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
    'Section 6.1 and Appendix E.2 cite Bang, Yu and Wu (2018), a min-max method. Table 2 prints min over w, min over Z of tr(K^w (I − Z Z′)), the min-min method of Huang et al. (2012). Both are in our tables: with kernels as their authors prepare them the published row agrees with MKKM as printed on eight datasets, with MKKC as cited on five.',
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
  'What was to be reached is reached for GPEC: within 0.3 to 1.6 points of the published numbers with our ten pools and two draws from each, 20 as in the paper, and within 0.4 to 1.8 by the means over 20 pools. LWEA is near enough on eight of the ten datasets with ten pools and on seven over 20 pools (Rice is 2.8 points off), NWCA on seven and on nine, LWEA on the published pools on six of the eight over 200 draws. Two pools of our own are that near each other on 7.7 and 7.5 of the ten, so that more cannot be asked of 20 draws.',
  'Three readings made the difference, all found by comparing with the published rows. Base clusterings start as in MATLAB: k-means++ draws one candidate per centre. Keeping the best of several, as this library and scikit-learn do, gives base clusterings that are better one by one and more alike: LWEA and NWCA on WarpAR10P are then 4 points too high instead of 1, GPEC at α = 0.1 on WFRN 11 instead of 8. SMKKM and MKKM get their kernels as in the demonstration of SMKKM’s author, centred and of diagonal 1, and rows are scaled: SMKKM is then 3.3 points from its row on average, instead of 6.3. And the rows of five methods tell how features were scaled, by one rule for all datasets: raw, but Phishing and Rice standardised, Obesity and Abalone to 0..1. GPEC, LWEA and NWCA have no say in that rule, and bear it out: GPEC at α = 0.1 on Phishing is 1 point from its row instead of 19, on Rice 1 instead of 3.',
  'The gains of the abstract are reproduced: with the best α GPEC leads the best other method by 5.4 points of NMI, 6.6 of ARI and 5.0 of purity (6.1, 7.3 and 6.0 in the abstract), at α = 0.1 by 4.3, 5.4 and 3.5 (4.5, 6.2 and 4.4), where of several readings of a method the one nearest to its published row counts. Against the best of all readings, plain kernels in SMKKM and MKKC, as this library has them by default, it is 4.3, 5.7 and 5.0, and 3.2, 4.5 and 3.5.',
  'ECCMS: its published row is that of α = 0.9, not of the 0.75 in its authors’ demonstration. At 0.75 nearly all samples of Rice and Abalone hang together by confident links, and a few samples come out against all the rest; a dense twin in another language gave the same partition of a draw of Rice (one sample against 3,809), and with 0.9 an NMI of 50 percent.',
  'One row speaks against standardised features on Phishing: without diversity 8.3/6.9/62.1 was published, and K̃ alone gives 25/32/78, nearly what it gives with diversity. With raw features it is 9/12/67 at the best α, but then GPEC at α = 0.1 is 6/7/63 where 25.0/30.8/76.5 was published, and CEAM 17 points above its row.',
  'Seeds is where most is left: SEC is 14 points above its row there, SMKKM as demonstrated 8 to 12 (0.5 without scaling rows), MKKM 11, LWEA 3 to 6 in nearly every pool, while GPEC agrees and NWCA nearly does. LWEA is also 3 to 6 points above its row on Website Phishing, CEAM 17 on Rice.',
  'The weights hardly matter: at α = 0.1 GPEC with and without its diversity term gives the same numbers on most datasets. The term acts at large α, where K̃ leaves many rows of Z near zero. Without diversity Phishing, Seeds (62.4 published, ours 67.8) and the purity of WarpAR10P at the best α are not met, Rice and Obesity nearly, the others are.',
  'Table 2 is not reproduced. Its scale is met when the traces are taken of plain 0/1 matrices and divided by n, but then the proposed method has not the lowest total: MKKM has.',
  'Figure 3: with m = √n the loss is lower than with m = log log n, as in the paper, but its level is 2.5 to 2.8, not 1.7 to 1.9, and it hardly falls. Other scalings of the features and other ranges of k, tried once each at the largest n, gave 2.4 to 3.4.',
]
