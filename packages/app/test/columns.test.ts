import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../report/test/chromium.js'
import { dropBytes, findClusters, openApp, servedApp } from './open-app.js'

const CUSTOMERS = ['CustomerID,age,income,city,species']
  .concat(
    Array.from(
      { length: 40 },
      (_, i) =>
        `${500 + 3 * i},${20 + ((i * 7) % 31)},${(i % 2) * 50 + ((i * 13) % 17)},${['Bern', 'Lyon', 'Graz'][i % 3]},${i % 2 ? 'a' : 'b'}`,
    ),
  )
  .join('\n')

describeInBrowser('the columns of a file', browser => {
  const server = servedApp()

  it('are listed with role and reason, and a click changes a role', async () => {
    const { page, complaints } = await openApp(browser(), server().address)
    await dropBytes(page, CUSTOMERS, 'customers.csv')
    await page.getByText('Ready: 40 samples, 2 features').waitFor()
    await page
      .getByText('species looks like classes: it is not used as a feature; the clusters are compared with it.')
      .waitFor()
    const role = (name: string) => page.getByLabel(`Role of ${name}`)
    expect(await role('CustomerID').inputValue()).toBe('id')
    expect(await role('city').inputValue()).toBe('unused')
    await role('city').selectOption('Feature')
    await page.getByText('Ready: 40 samples, 5 features').waitFor()
    await role('age').selectOption('Left out')
    await page.getByText('Ready: 40 samples, 4 features').waitFor()
    await findClusters(page, 2)
    expect(await page.locator('.command code').innerText()).toBe(
      'chorale cluster customers.csv -k 2 --exclude age --categorical city -o labels.csv',
    )
    await page.getByText('Columns and roles').click()
    await page.getByRole('button', { name: 'Reset all roles' }).click()
    await page.getByText('Ready: 40 samples, 2 features').waitFor()
    expect(complaints).toEqual([])
  })

  it('show how their values are distributed before anything is clustered', async () => {
    const { page, complaints } = await openApp(browser(), server().address)
    await dropBytes(page, CUSTOMERS, 'customers.csv')
    await page.getByRole('button', { name: 'Distribution of age' }).click()
    await page.getByText('40 values from 20 to 50, median').waitFor()
    await page.getByRole('button', { name: 'Distribution of city' }).click()
    await page.getByText('40 values, 3 different ones').waitFor()
    expect(complaints).toEqual([])
  })

  it('are never a dead end: what was read as base clusterings can be read as features', async () => {
    const { page } = await openApp(browser(), server().address)
    await dropBytes(page, 'a\nx\nx\ny\ny\n', 'one.csv')
    await page.getByText('Ready: 4 samples').waitFor()
    await page.getByRole('button', { name: 'Base clusterings' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Read them as features' }).click()
    await page.getByText('Ready: 4 samples').waitFor()
  })

  it('can be 20,000, found by search and pattern', async () => {
    const names = Array.from({ length: 20_000 }, (_, j) => (j < 19_000 ? `gene_${j}` : `control_${j}`))
    const rows = Array.from({ length: 12 }, (_, i) =>
      names.map((_, j) => ((((i + 2) * (j + 1)) ** 2 * 37) % 9973) / 10).join(),
    )
    const { page, complaints } = await openApp(browser(), server().address)
    await dropBytes(page, gzipSync([names.join(), ...rows, ''].join('\n'), { level: 1 }), 'genes.csv.gz')
    await page.getByText(/^Ready: 12 samples, 1?\d,\d+ features/).waitFor()
    expect(await page.getByRole('combobox', { name: /^Role of/ }).count()).toBeLessThan(40)
    await page.getByLabel('Search columns').fill('control_*')
    await page.getByText('1,000 match:').waitFor()
    await page.getByRole('button', { name: 'Use only these' }).click()
    await page.getByText(/^Ready: 12 samples, (\d{2,3}|1,000) features/).waitFor()
    await page.getByLabel('Search columns').fill('control_19001')
    await page.getByLabel('Role of control_19001').waitFor()
    expect(complaints).toEqual([])
  })

  it('can be exchanged with the rows, and the page offers it', async () => {
    const header = ['gene', ...Array.from({ length: 12 }, (_, i) => `patient ${i + 1}`)].join()
    const rows = Array.from({ length: 30 }, (_, j) =>
      [`g${j}`, ...Array.from({ length: 12 }, (_, i) => (((i % 2) * 40 + i * 7 + j * 3) % 53).toString())].join(),
    )
    const { page } = await openApp(browser(), server().address)
    await dropBytes(page, [header, ...rows, ''].join('\n'), 'expression.csv')
    await page.getByText('This table looks transposed').waitFor()
    await page.getByRole('button', { name: 'Transpose' }).click()
    await page.getByText('Ready: 12 samples, 30 features').waitFor()
    await findClusters(page)
    expect(await page.locator('.command code').innerText()).toContain('expression-transposed.csv')
    await page.getByRole('button', { name: 'Save the transposed table' }).waitFor()
  })

  it('come from the clipboard, from JSON, and from the first of two files', async () => {
    const { page } = await openApp(browser(), server().address)
    const paste = (text: string) =>
      page.evaluate(content => {
        const data = new DataTransfer()
        data.setData('text/plain', content)
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
      }, text)
    await paste('x\ty\n1\t2\n3\t4\n9\t8\n')
    await page.getByText('Ready: 3 samples, 2 features').waitFor()
    await dropBytes(page, JSON.stringify([5, 1, 7, 2].map(x => ({ x, y: 2.5 * x * x }))), 'rows.json')
    await page.getByText('Ready: 4 samples, 2 features').waitFor()
    await page.evaluate(() => {
      const data = new DataTransfer()
      for (const name of ['one.csv', 'two.csv']) data.items.add(new File(['a,b\n1,2\n3,4.5\n7,1\n2,9\n1,1\n'], name))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    })
    await page.getByText('Opened one.csv. Chorale opens one file at a time; 1 other file was not opened.').waitFor()
    await page.getByText('Ready: 5 samples, 2 features').waitFor()
  })
})
