import { defineConfig } from 'vitepress'

const GUIDE = [
  { text: 'Quick start', link: '/quick-start' },
  { text: 'Browser app', link: '/app' },
  { text: 'Command line', link: '/command-line' },
  { text: 'How many clusters?', link: '/choosing' },
  { text: 'Gene expression', link: '/expression' },
  { text: 'Library', link: '/library' },
  { text: 'Predicting new samples', link: '/prediction' },
  { text: 'Embeddings', link: '/embeddings' },
  { text: 'Many samples', link: '/scaling' },
  { text: 'Reliability', link: '/reliability' },
  { text: 'Upgrading from 0.1', link: '/upgrading' },
  { text: 'File formats', link: '/formats' },
  { text: 'Options', link: '/options' },
  { text: 'Recipes', link: '/recipes' },
]

const BACKGROUND = [
  { text: 'Consensus methods', link: '/methods' },
  { text: 'How the method works', link: '/method' },
  { text: 'Theory', link: '/theory' },
  { text: 'Notation', link: '/notation' },
  { text: 'Accuracy', link: '/accuracy' },
  { text: 'Many clusters', link: '/many-clusters' },
  { text: 'Benchmarks', link: '/benchmarks' },
  { text: 'Reproduction', link: '/reproduction' },
]

const REFERENCE = [
  { text: 'API', link: '/api/' },
  { text: 'Architecture', link: '/architecture' },
]

export default defineConfig({
  title: 'Chorale',
  description: 'Ensemble clustering: combine many clusterings of the same data into one better clustering.',
  lang: 'en',
  cleanUrls: true,
  // The index of the search is one large file.
  vite: { build: { chunkSizeWarningLimit: 1000 } },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Guide', link: '/quick-start' },
      { text: 'Methods', link: '/methods' },
      { text: 'API', link: '/api/' },
    ],
    sidebar: [
      { text: 'Guide', items: GUIDE },
      { text: 'Background', items: BACKGROUND },
      { text: 'Reference', items: REFERENCE },
    ],
  },
})
