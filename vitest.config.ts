import { defaultServerConditions } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { NotRunReporter } from './test/not-run.js'

/** Tests in a real browser: they need the built app or the packed package, and Chromium or Firefox. */
const BROWSER = [
  'packages/app/test/{access,clusters,columns,fallbacks,firefox,large-tables,picture,state,texts,whole-way}.test.ts',
  'packages/report/test/*browser.test.ts',
  'test/package/*browser.test.ts',
]

/**
 * Tests that need the build, other programs, threads, a server or the package registry, and the few that compute for
 * long.
 */
const INTEGRATION = [
  'packages/{cli,engine,node,paper}/test/**/*.test.ts',
  'test/{docs,package}/**/*.test.ts',
  'packages/chorale/test/advise/advise.test.ts',
  'packages/chorale/test/consensus/consensus-of-blocks.test.ts',
  'packages/chorale/test/consensus/fit-sample-pools.test.ts',
  'packages/chorale/test/consensus/rules/bars.test.ts',
]

/** Slow tests of what few changes can break. They need what the integration tests need. */
const NIGHTLY = ['test/docs/site.test.ts', 'packages/engine/test/failures.test.ts']

/**
 * Four tiers. A file that no list above names is a unit test, which needs nothing but the sources. Tiers run one after
 * the other; unit tests run on all cores, integration tests two files at a time, because they start threads and programs
 * and often wait for them, browser tests one file at a time.
 */
export default defineConfig({
  test: {
    reporters: ['default', new NotRunReporter()],
    projects: [
      tier(0, {
        name: 'unit',
        include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
        exclude: [...INTEGRATION, ...BROWSER, ...NIGHTLY],
        setupFiles: ['test/unit-guard.ts'],
        maxWorkers: '100%',
        // Files that share a process load the library once: a quarter less work.
        isolate: false,
      }),
      tier(1, {
        name: 'integration',
        include: INTEGRATION,
        exclude: [...BROWSER, ...NIGHTLY],
        globalSetup: ['test/setup.ts', 'test/build-workers.ts'],
        maxWorkers: 2,
      }),
      tier(2, { name: 'browser', include: BROWSER, maxWorkers: 1 }),
      tier(3, {
        name: 'nightly',
        include: NIGHTLY,
        globalSetup: ['test/setup.ts', 'test/build-workers.ts'],
        maxWorkers: 1,
      }),
    ],
  },
})

function tier(groupOrder: number, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  const limits = { testTimeout: 120_000, hookTimeout: 120_000 }
  const conditions = ['chorale-source', ...defaultServerConditions]
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: { globalSetup: ['test/setup.ts'], ...limits, ...test, sequence: { groupOrder } },
  }
}
