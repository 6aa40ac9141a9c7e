import { fixedText } from 'chorale-report/data'
import type { DatasetEntry } from '../catalogue.js'
import { compare, METRICS, worstVerdict } from '../summarize.js'
import type { PageSection } from './blocks.js'
import { countText } from './phrases.js'
import { datasetOf, experimentOf, rowNamed, type Study } from './study.js'

/** Statements of the paper that contradict each other, or that are missing, each with the evidence. */
export function inconsistenciesSection(study: Study): PageSection {
  return {
    id: 'inconsistencies',
    title: 'Where the paper contradicts itself',
    blocks: [
      {
        table: {
          caption: 'Inconsistencies in the paper, with the evidence',
          columns: ['inconsistency', 'evidence'],
          rows: inconsistencies(study),
          wordColumns: [1],
        },
      },
    ],
  }
}

function inconsistencies(study: Study): [what: string, evidence: string][] {
  const m = comparisonSize(study)
  const seeds = datasetOf(study, 'seeds')
  const floor = purityFloor(study)
  return [
    [
      'The gradient has K^w in place of K⁽ᵗ⁾',
      'Section 5.3 prints ∂J/∂w_t = 2 w_t tr(K^w Z Z′). With K^w = Σ w_t² K⁽ᵗ⁾ the derivative is 2 w_t tr(K⁽ᵗ⁾ Z Z′). In the printed version all w_t share one trace. The algorithm starts from equal weights; there the reduced gradient would be 0, and the weights would never change.',
    ],
    [
      'The pseudo-code uses eigenvectors of K^w',
      'Appendix C computes Z from the leading eigenvectors of K^w. The objective of Section 5.2 needs those of 2 K̃ + K^w. With K^w alone, α and K̃ have no effect, and the algorithm is SMKKM.',
    ],
    [
      'Scaling of the rows is not mentioned',
      `The paper does not say that the rows of Z are scaled to length 1 before k-means. The tables of tried variants show both. Without scaling, the diversity term has no effect, because K^w is ${scaleRatioText(study)} times smaller than 2 K̃.`,
    ],
    [
      'MKKM is cited as one method and printed as another',
      `Section 6.1 and Appendix E.2 cite Bang, Yu and Wu (2018), a min-max method. Table 2 prints min over w, min over Z of tr(K^w (I − Z Z′)), the min-min method of Huang et al. (2012). Our tables have both.${bothText(study)}`,
    ],
    [
      'The caption of the purity table says F-score',
      `Table 5 has the caption "F-score metric", but its label is table:Purity and the text cites it as purity. Its values are purities: on D1, ${floor.count} rows are ${fixedText(floor.value, 1)}, the share of the larger class, which is the lowest possible purity.`,
    ],
    [
      'The scale of K^w',
      `K^w = Σ w_t² K⁽ᵗ⁾ with Σ w_t = 1 has a trace of about k̄/m, where k̄ is the mean number of base clusters. 2 K̃ has trace 2 n. On ${seeds.title} with m = ${m} these are about ${fixedText(weightedTrace(seeds, m), 1)} and ${2 * seeds.sampleCount}. The two terms of the objective have different scales; the method \`balanced\` gives them the same scale.`,
    ],
    [
      'What the weights mean',
      'Section 6.2 says that the method gives "higher weights to more accurate base clusterings". At the optimum w_t is proportional to 1/tr(K⁽ᵗ⁾ Z Z′), so base clusterings that the consensus explains less have larger weights. The section on weights shows the correlation of the weights with the quality of the base clusterings.',
    ],
    [
      '“w/o Bias” equals SMKKM in every cell',
      `All ${METRICS.length * study.datasets.length} cells of “w/o Bias” in Table 6 (means and standard deviations of ${METRICS.length} metrics on ${study.datasets.length} datasets) are those of SMKKM in Tables 1, 4 and 5. So this ablation is SMKKM with its own pipeline, not the proposed method without a term.`,
    ],
    [
      'The sign of the excess risk in Theorem 3.2',
      'F is the value of a maximisation, so F(Ẑ; K*) − F(Z; K*) is never positive, and an upper bound above 0 holds trivially. Figure 3 shows the opposite difference.',
    ],
    [
      'c or 1/c',
      'Theorem 3.1 and Lemma A.2 assume a gap of at least 1/c. The proof of the lemma (Appendix B.2) ends with "where c = λ_k(K*) − λ_{k+1}(K*)", the gap itself. Only c = 1/gap gives the bound.',
    ],
    [
      'c₀ or its root',
      'Theorem 3.2 and the proof in Appendix B.4 assume that |ẑ_q| is at most √c₀. Lemma A.4 assumes at most c₀ and states the same bound.',
    ],
    [
      'K^w is linear in Theorem 4.1 and squared in the algorithm',
      'Section 4 defines K^w = Σ w_t K⁽ᵗ⁾, and the decomposition depends on it. The same section then "modifies the definition" to Σ w_t² K⁽ᵗ⁾ without repeating the proof.',
    ],
    [
      'The constraint w′w = 1',
      'Section 4 first has w′w = 1, "to avoid sparse solutions", and then replaces it by Σ w_t = 1 because it is not convex. With a linear K^w nothing would then prevent sparse weights; the square does.',
    ],
    [
      'The fitted curve of Section 6.3',
      'It is printed as a₁ √n + a₂ √(log n / m) + gap. √n grows with n, while Theorem 3.2 has 1/√n. With a₁ = 1, only 1/√n gives losses near 2.',
    ],
  ]
}

/** How many times K^w is smaller than 2 K̃, by trace, over the ten datasets. */
export function scaleRatioText(study: Study): string {
  const m = comparisonSize(study)
  const ratios = study.datasets.map(dataset => (2 * dataset.sampleCount) / weightedTrace(dataset, m))
  return `about ${roundedText(Math.min(...ratios))} to ${roundedText(Math.max(...ratios))}`
}

/** The trace of K^w with equal weights: the mean number of base clusters, uniform from 2 to ⌊√n⌋, over m. */
function weightedTrace({ sampleCount }: DatasetEntry, m: number): number {
  return (2 + Math.floor(Math.sqrt(sampleCount))) / 2 / m
}

function comparisonSize(study: Study): number {
  return experimentOf(study, 'comparison').ensembleSizes[0]
}

/** Two significant digits. */
function roundedText(value: number): string {
  return countText(Number(value.toPrecision(2)))
}

/** How well both methods fit the published row; empty unless both were run on all datasets. */
function bothText(study: Study): string {
  const [printed, cited] = ['mkkm-centred-unit-rows', 'mkkc-centred-unit'].map(name => agreeingCount(study, name))
  if (printed === null || cited === null) return ''
  return ` With the settings that their authors recommend, all three metrics agree with the published row on ${printed} of the ${study.datasets.length} datasets for MKKM (as printed) and on ${cited} for MKKC (as cited).`
}

/** On how many datasets all three metrics of a method agree with its published row; null when results are missing. */
function agreeingCount({ comparison, datasets, published }: Study, name: string): number | null {
  const row = rowNamed(comparison, name)!
  const verdicts = datasets.flatMap(dataset => {
    const cell = row.cells.get(dataset.name) ?? null
    if (cell === null) return []
    const differences = METRICS.map(metric =>
      compare(cell.metrics[metric], published.find('comparison', metric, row.published!, dataset.name)!),
    )
    return [worstVerdict(differences)]
  })
  return verdicts.length < datasets.length ? null : verdicts.filter(verdict => verdict === 'agrees').length
}

/** The lowest published purity on D1, and how many rows have it. */
function purityFloor({ comparison, published, datasets }: Study): { value: number; count: number } {
  const names = new Set(comparison.flatMap(row => row.published ?? []))
  const values = [...names].map(name => published.find('comparison', 'purity', name, datasets[0].name)!.mean)
  const value = Math.min(...values)
  return { value, count: values.filter(each => each === value).length }
}
