/** Loads the views of a result, which are not needed until a file is open. */
export function loadViews() {
  return import('./parts/ResultViews.svelte')
}

export type LoadedViews = Awaited<ReturnType<typeof loadViews>>['default']
