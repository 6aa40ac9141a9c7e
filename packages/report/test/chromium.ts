import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = [process.env.CHROMIUM_PATH ?? '', ...PLACES].find(path => path !== '' && existsSync(path))

/** Nothing but the page itself may talk to anyone. */
const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
]

/**
 * A suite that needs a real browser. Without one its name is listed as not run; where CI is set that is a failure.
 * scripts/set-up-tests.sh installs one.
 */
export function describeInBrowser(name: string, suite: (browser: () => Browser) => void): void {
  if (executablePath === undefined) {
    const missing = `${name}: needs Chromium at ${PLACES[0]} or named by CHROMIUM_PATH`
    if (!process.env.CI) it.skip(missing)
    else {
      it(missing, () => {
        throw new Error('there is no browser, and CI must not pass without one')
      })
    }
    return
  }
  describe(name, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: QUIET })
    })
    afterAll(() => browser?.close())
    suite(() => browser)
  })
}
