// Copies the licence into the package that npm packs, before it packs it.
import { copyFileSync } from 'node:fs'

copyFileSync(new URL('../LICENSE', import.meta.url), 'LICENSE')
