/** Names that databases and manufacturers give to genes, transcripts, probes and sites. Other things hardly look like them. */
const FORMS: readonly (readonly [kind: string, form: RegExp])[] = [
  ['Ensembl ids', /^ENS[A-Z]{0,6}[GTEP]\d{8,}/],
  ['probe ids', /^(AFFX[-_].+|[A-Za-z0-9./_-]+_(at|st))$/],
  ['probe ids', /^(ILMN_\d{4,}|A_\d\d_P\d+|GE\d{5,}|H\d{9}|TC\d{8}\.\w+\.\d)$/],
  ['CpG ids', /^(cg\d{6,}|ch\.[\dXY]+\.\d+[FR]?)(_\w+)?$/],
  ['RefSeq ids', /^[NX][MR]_\d{5,}/],
  ['microRNAs', /^[a-z]{3}-(miR|mir|let|MIR|LET)-/],
  ['gene ids', /^(FBgn\d{7}|WBGene\d{8}|MGI:\d+|HGNC:\d+|Y[A-P][LR]\d{3}[WC](-[A-Z])?|AT[1-5MC]G\d{5}|ZDB-GENE-.+)$/],
]

/** Names that a program counted: they mean genes only beside other evidence. */
const NUMBERED = /^(g|gene|probe|probeset|transcript|feature|cpg)[ _.-]?\d+$/i

/**
 * Families of gene symbols. About half of the genes of man and mouse belong to one; other names rarely do, and never to many
 * families.
 */
const FAMILIES = [
  'ABC[A-G]\\d',
  'ACT[ABCGLNR]\\d?',
  'ADAM(TS)?L?\\d',
  'ADCY\\d',
  'ADGR[A-G]\\d',
  'ADR[AB]\\d',
  'AKR\\d',
  'ALDH\\d',
  'ANK(RD|S)\\d',
  'ANXA\\d',
  'AP[1-5][BGMS]\\d',
  'ARHG(AP|EF|DI)\\w',
  'ARL\\d',
  'ATP\\d',
  'BCL\\d',
  'BMP(R\\d)?\\w',
  'BTN\\dA',
  'C\\d+orf\\d',
  'CACN[ABG]\\w',
  'CAPN\\d',
  'CASP\\d',
  'CCDC\\d',
  'CC[LR]\\d',
  'CCN[A-Z]\\d',
  'CD\\d+[A-Z]?$',
  'CDC\\d',
  'CDH\\d',
  'CDK(N|L)?\\d',
  'CEACAM\\d',
  'CEP\\d',
  'CHRN[AB]\\d',
  'CLDN\\d',
  'CLEC\\d',
  'COL\\d+A\\d',
  'COX\\d',
  'CTS[A-Z]$',
  'CX[3C]?C?[LR]\\d',
  'CYP\\d+[A-Z]',
  'DDX\\d',
  'DHX\\d',
  'DNAH\\d',
  'DNAJ[ABC]\\d',
  'DUSP\\d',
  'E2F\\d',
  'EIF\\d',
  'EPH[AB]\\d',
  'FAM\\d+[A-Z]?',
  'FBX[OLW]\\d',
  'FCGR\\d',
  'FGF(R|BP)?\\d',
  'FOX[A-S]\\d',
  'FZD\\d',
  'GABR[ABGR]\\w',
  'GATA\\d',
  'GNG\\d',
  'GPR\\d',
  'GST[AMOPT]\\d',
  'H[124][ABC-]',
  'HBA\\d|HBB$|HBG\\d',
  'HDAC\\d',
  'HIST\\dH',
  'HLA-D?[A-GPQR]',
  'HOX[ABCD]\\d',
  'HSP[ABD0-9]\\w',
  'IFI(T|TM)?\\d',
  'IG[HKL][ACDEGMV]\\w*',
  'IGF(BP|R|\\d)\\w*',
  'IL\\d+(R|$|[A-Z])',
  'IRF\\d',
  'ITG[ABAELMVX]\\w*',
  'JAK\\d',
  'KCN[A-Z]\\w',
  'KDM\\d',
  'KIAA\\d{4}',
  'KIF\\d',
  'KLF\\d',
  'KLHL\\d',
  'KRT(AP)?\\d',
  'LAM[ABC]\\d',
  'LAPTM\\d|LAMP\\d',
  'LINC\\d',
  'LOC\\d{4,}',
  'LRRC\\d',
  'LGALS\\d',
  'MAGE[A-H]\\d',
  'MAP\\d?K\\d',
  'MARCH\\w?\\d',
  'METTL\\d',
  'MIR\\d',
  'MMP\\d',
  'MRP[LS]\\d',
  'MS4A\\d',
  'MT-?[ACN][DOTY]\\w',
  'MT[12][A-X]$',
  'MUC\\d',
  'MYH\\d|MYL\\d',
  'NDUF[ABCSV]\\w',
  'NFKB\\w',
  'NKX?\\d',
  'NLRP\\d',
  'NOTCH\\d',
  'NR\\d[A-Z]\\d',
  'NUP\\d',
  'OR\\d+[A-Z]\\d',
  'PAX\\d',
  'PCDH\\w',
  'PDE\\d',
  'PDGF[A-DR]\\w?',
  'PIK3\\w',
  'PLA2\\w',
  'PLEKH[A-Z]\\d',
  'POLR?\\d?[A-Z]\\d?$',
  'PPP\\d',
  'PRDM\\d',
  'PRKA?[ACR]\\w',
  'PRSS\\d',
  'PSM[A-G]\\d',
  'PTP[NR]\\w',
  'RAB\\d',
  'RBM\\d',
  'RN[FAU]\\w?\\d',
  'RPL[P\\d]\\w*',
  'RPS\\d\\w*',
  'S100[ABP]\\w*',
  'SCGB\\d',
  'SCN\\d',
  'SEMA\\d',
  'SERPIN[A-I]\\d',
  'SFRP\\d',
  'SH[23][BD]\\w',
  'SLC\\d+[AB]\\d',
  'SMAD\\d',
  'SNOR[AD]\\d',
  'SNX\\d',
  'SOX\\d',
  'SPINK\\d',
  'STAT\\d',
  'STK\\d',
  'SYT\\d',
  'TBC1D\\d',
  'TBX\\d',
  'TGF[AB]\\w*',
  'THBS\\d',
  'TIMP\\d',
  'TLR\\d',
  'TMEM\\d',
  'TMPRSS\\d',
  'TNF(RSF|SF|AIP)?\\d*\\w?$',
  'TOP\\d[AB]',
  'TR[ABDG][CV]\\w',
  'TRIM\\d',
  'TRP[CMV]\\d',
  'TTC\\d',
  'TUB[ABG]\\w+',
  'UBE\\d',
  'UGT\\d',
  'USP\\d',
  'VPS\\d',
  'WDR\\d',
  'WNT\\d',
  'ZBTB\\d',
  'ZC3H\\d',
  'ZDHHC\\d',
  'ZFP\\d',
  'ZNF\\d',
].map(family => new RegExp(`^(?:${family})`, 'i'))

/** Genes without a family that panels and figures show most often. */
const WELL_KNOWN = new Set(
  (
    'TP53 EGFR ERBB2 ESR1 PGR AR MYC MYCN KRAS NRAS HRAS BRAF PTEN RB1 APC VHL BRCA1 BRCA2 ATM GAPDH ACTB B2M ALB AFP MKI67 ' +
    'PCNA VIM FN1 EPCAM PTPRC GFAP OLIG2 PDGFRA KIT FLT3 NPM1 IDH1 IDH2 TERT ALK RET MET VEGFA HIF1A NES LYZ NKG7 GNLY ' +
    'PPBP PF4 CST3 FCER1A MALAT1 XIST NEAT1 INS GCG SST PECAM1 VWF DCN LUM SPARC POSTN THY1 TAGLN DES PLP1 MBP SNAP25 SYP ' +
    'RBFOX3 AQP4 CSF1R AIF1 CX3CR1 GZMB GZMA PRF1 FOXP3 CTLA4 LAG3 JCHAIN MZB1 TPSAB1 CPA3 HPRT1 TBP SDHA GUSB TFRC PROM1 NANOG POU5F1'
  ).split(' '),
)

/** So many names, evenly spread, show what they all are. */
const LOOKED_AT = 2000
/** The share of names that must have one of the forms. */
const LEAST_SHARE = 0.6
/** The share of symbols in families, and how many families there must be; in short lists more of the names. */
const SYMBOLS = { share: 0.15, families: 5, short: 30, shareOfShort: 0.3, familiesOfShort: 4 }

/** What names are: a kind of gene names, names like gene1 and gene2, or neither. */
export interface NamesFound {
  /** Such as `probe ids` or `gene symbols`; null if the names are no names of genes. */
  readonly kind: string | null
  /** Whether all of them are numbered, like gene1 and gene2. */
  readonly isNumbered: boolean
}

/** Whether names are those of genes, and of which kind. */
export function geneNames(names: readonly string[]): NamesFound {
  const step = Math.max(1, Math.floor(names.length / LOOKED_AT))
  const some = names.filter((name, at) => at % step === 0 && name !== '')
  const counts = new Map<string, number>()
  const families = new Set<number | string>()
  let numbered = 0
  let symbols = 0
  for (const whole of some) {
    if (NUMBERED.test(whole)) numbered++
    const form = FORMS.find(([, pattern]) => pattern.test(whole))
    if (form !== undefined) counts.set(form[0], (counts.get(form[0]) ?? 0) + 1)
    const family = form === undefined ? familyOf(whole) : null
    if (family === null) continue
    families.add(family)
    symbols++
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const [first] = [...counts].sort((a, b) => b[1] - a[1])
  const isNumbered = some.length > 1 && numbered >= 0.9 * some.length
  if (some.length > 1 && first !== undefined && total >= LEAST_SHARE * some.length)
    return { kind: first[0], isNumbered }
  const isShort = some.length < SYMBOLS.short
  const isSymbols =
    symbols >= (isShort ? SYMBOLS.shareOfShort : SYMBOLS.share) * some.length &&
    families.size >= (isShort ? SYMBOLS.familiesOfShort : SYMBOLS.families)
  return { kind: isSymbols ? 'gene symbols' : null, isNumbered }
}

/** The family of a gene symbol; null if it has none. Of `A1BG|1` and `DDR1 /// MIR4640` the first part counts. */
function familyOf(name: string): number | string | null {
  const end = name.search(/[|;/, ]/)
  const symbol = end < 0 ? name : name.slice(0, end)
  // Names of proteins, such as CDC28_YEAST, are no symbols.
  if (symbol.length < 2 || symbol.length > 20 || symbol.includes('_')) return null
  if (WELL_KNOWN.has(symbol.toUpperCase())) return symbol.toUpperCase()
  const family = FAMILIES.findIndex(pattern => pattern.test(symbol))
  return family < 0 ? null : family
}

const GENE_WORD =
  /^(gene|genes|gene_?(id|ids|name|names|symbol|symbols)|hugo(_?gene)?_?symbol|hgnc(_?(id|symbol))?|ensembl(_?(gene|transcript))?(_?id)?|ensg|ensgene|entrez(_?gene)?(_?ids?)?|locus_?tag|id_?ref|probe|probes|probe_?(id|ids|name|names|set|sets)|probe_?set_?(id|ids|name)|transcript(_?ids?)?|transcript_?cluster_?id|target_?id|cpg|cpgs|cpg_?(id|site)|ilmn_?id|composite_element_ref|hybridization_ref|refseq(_?id)?|orf)$/

/** Whether the name of a column means that its rows are genes. */
export function meansGenes(name: string): boolean {
  return GENE_WORD.test(wordOf(name))
}

/** Words for genes that mean something else in other tables. */
const MAYBE_GENE_WORD =
  /^(x|v1|symbol|symbols|name|names|id|ids|description|index|row_?names?|sample|samples|unnamed_?\d*)$/

/** Whether the name of a column may mean genes or anything else. */
export function mayMeanGenes(name: string): boolean {
  return MAYBE_GENE_WORD.test(wordOf(name))
}

function wordOf(name: string): string {
  return name
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
}

const GENE_FACT =
  /^(entrez.*|hgnc.*|ensembl.*|hugo.*|gene_?(id|ids|name|symbol|biotype|type|length|description|start|end)|symbol|length|effective_length|width|chr|chrom|chromosome.*|seqnames?|start|end|stop|strand|position|pos|location|mapinfo|gc|gc_?content|biotype|description|score|cytoband|transcript_?(id|ids|length|type|id_s)|row_?names?|index|unnamed_?\d*|id|description_?\d*)$/

/** Whether the name of a column means a fact about genes, such as their length, rather than a sample. */
export function meansGeneFact(name: string): boolean {
  return GENE_FACT.test(wordOf(name)) || meansGenes(name)
}

const STATISTIC =
  /^(base_?mean|log_?2?_?fold_?change|log_?2?_?fc|lfc|lfc_?se|stat|p_?val(ue)?(_?adj)?|adj_?p_?val(ue)?|p_?adj|q_?val(ue)?|fdr|ave_?expr|log_?cpm)$/

/** Whether the name of a column means a statistic of a comparison, such as a fold change. */
export function meansStatistic(name: string): boolean {
  return STATISTIC.test(wordOf(name))
}

const SAMPLE_NAME =
  /^(gsm\d{3,}.*|tcga[-._]\w\w[-._].+|target[-._]\d\d[-._].+|(srr|err|drr|samn|samea)\d{4,}.*|[acgt]{10,}([-._]\w+)*|.*[-_:.#][acgt]{12,}([-._]\d+)?|(sample|subject|patient|cell|donor|individual|mouse|tumou?r|normal|control|case)[ _.-]?\w*\d\w*|(s|p|pt)[ _.-]?\d+)$/i

/** Whether most names look like those of samples. */
export function sampleNames(names: readonly string[]): boolean {
  const step = Math.max(1, Math.floor(names.length / LOOKED_AT))
  const some = names.filter((_, at) => at % step === 0)
  return some.length >= 4 && some.filter(name => SAMPLE_NAME.test(name)).length > 0.8 * some.length
}
