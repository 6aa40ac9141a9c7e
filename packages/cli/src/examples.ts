import type { Command } from 'commander'

/** An example of a command: the arguments after `chorale`, and what they do. */
type Example = readonly [args: string, meaning: string]

/** Three examples for each command. The files are those of the folder examples/, or outputs of other examples. */
const EXAMPLES: Record<string, readonly Example[]> = {
  cluster: [
    ['iris.csv -k 3', 'cluster a table (the word cluster can be left out)'],
    ['cluster iris.csv -k 2-6', 'compare several numbers of clusters'],
    ['cluster rings.csv --append -o out.csv --report out.html', 'add the clusters to the table, and write a report'],
  ],
  consensus: [
    ['consensus rings-labelings.csv -k 2', 'combine the clusterings in the columns of a table'],
    ['consensus mine.csv yours.csv -k 3', 'combine clusterings from several files'],
    ['consensus rings-labelings.csv -k auto --json', 'find the number of clusters, and print everything as JSON'],
  ],
  compare: [
    ['compare iris.csv', 'compare all methods on ten ensembles'],
    ['compare iris.csv rings.csv --methods balanced,eac,lwea', 'compare some methods on two datasets'],
    ['compare iris.csv --results runs.jsonl --report out.html', 'save finished runs, and write a report'],
  ],
  advise: [
    ['advise iris.csv', 'how many clusters does the table have, if any?'],
    ['advise rings-labelings.csv -k 2-6', 'the same for clusterings, for 2 to 6 clusters'],
    ['advise --samples 5000', 'how many base clusterings for 5,000 samples?'],
  ],
  study: [
    ['study iris.csv -k 2-6', 'write tables and charts for 2 to 6 clusters into the folder iris-study'],
    ['study expr.tsv --annotations samples.csv --markers', 'test annotations of the samples, and find marker genes'],
    [
      'study expr.tsv --algorithm pam --distance spearman -o out',
      'other base clusterings, into a folder of your choice',
    ],
  ],
  paper: [
    ['paper list', 'list the tables and figures'],
    ['paper run comparison --data folder --repeats 2', 'run one of them with the datasets in a folder'],
    ['paper show --report paper.html', 'compare the results with the published numbers'],
  ],
  predict: [
    ['predict model.json new.csv', 'assign new samples to the clusters of a saved model'],
    ['predict model.json new.csv -o labels.csv', 'write the labels to a file'],
    ['predict model.json new.csv --json', 'print everything as JSON'],
  ],
  sample: [
    ['sample rings -n 400 -o rings.csv', 'two rings, one inside the other'],
    ['sample blobs -k 5 --features 10', 'five round clusters with ten features'],
    ['sample noise | chorale advise -', 'data without clusters, piped into another command'],
  ],
  ui: [
    ['ui', 'open the browser app'],
    ['ui --port 8080', 'serve it on a fixed port'],
    ['ui --no-open', 'serve it without opening a browser'],
  ],
  worker: [
    ['worker', 'take jobs from Redis on this machine'],
    ['worker --redis redis://host:6379', 'take jobs from another machine'],
    ['worker --threads 4', 'use four threads'],
  ],
  completion: [
    ['completion bash >> ~/.bashrc', 'for bash'],
    ['completion zsh > ~/.zsh/_chorale', 'for zsh; the folder must be in $fpath'],
    ['completion fish > ~/.config/fish/completions/chorale.fish', 'for fish'],
  ],
}

/** Adds examples and the page of the documentation to the help of a command. */
export function addExamples(command: Command): void {
  const examples = EXAMPLES[command.name()]
  const width = Math.max(...examples.map(([args]) => args.length))
  const lines = examples.map(([args, meaning]) => `  chorale ${args.padEnd(width)}  ${meaning}`)
  const page = `docs/command-line.md#chorale-${command.name()}`
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}\n\nDocumentation: ${page}`)
}
