// Cells of an Observable notebook. Attach dist/chorale.browser.js of the package chorale-browser and your table to the notebook.

/** Cell 1: the library. */
export async function chorale(FileAttachment) {
  return import(await FileAttachment('chorale.browser.js').url())
}

/** Cell 2: the rows with their clusters, ready for Plot.dot(rows, { x: .., y: .., fill: 'cluster' }). */
export async function rows({ cluster }, FileAttachment) {
  const table = await FileAttachment('iris.csv').csv({ typed: true })
  const { labels, confidence } = await cluster(table, { truth: 'species' })
  return table.map((row, i) => ({ ...row, cluster: labels[i], confidence: confidence[i] }))
}
