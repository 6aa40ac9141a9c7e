import { defineConfig } from 'vitepress'

const GUIDE = [
  { text: 'Quick start', link: '/quick-start' },
  { text: 'Browser app', link: '/app' },
  { text: 'Command line', link: '/command-line' },
  { text: 'Which k, how many, how sure', link: '/choosing' },
  { text: 'Library', link: '/library' },
  { text: 'New samples', link: '/prediction' },
  { text: 'Many samples', link: '/scaling' },
  { text: 'Formats', link: '/formats' },
  { text: 'Options explained', link: '/options' },
]

const BACKGROUND = [
  { text: 'Method', link: '/method' },
  { text: 'Methods to choose from', link: '/methods' },
  { text: 'Theory', link: '/theory' },
  { text: 'Notation', link: '/notation' },
  { text: 'Benchmarks', link: '/benchmarks' },
  { text: 'Reproduction', link: '/reproduction' },
]

export default defineConfig({
  title: 'Chorale',
  description: 'Ensemble clustering: many clusterings of the same data go in, one better clustering comes out.',
  lang: 'en',
  cleanUrls: true,
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Guide', link: '/quick-start' },
      { text: 'Method', link: '/method' },
      { text: 'API', link: '/api/' },
    ],
    sidebar: [
      { text: 'Guide', items: GUIDE },
      { text: 'Background', items: BACKGROUND },
      { text: 'Reference', items: [{ text: 'API', link: '/api/' }] },
    ],
  },
})
