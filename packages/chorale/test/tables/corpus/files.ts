/**
 * Small files as people have them. One entry per file: its text, what every column is used for, and where it matters the
 * first values of the features, the notes, or the problem that stops it. To extend the corpus, add an entry.
 */
export interface CorpusFile {
  /** Where such a file comes from, and what is special about it. */
  readonly what: string
  readonly text: string
  /**
   * The columns as `name=role`, separated by ` | `: f feature, c category, i id, t truth, d description, - unused.
   * `name=role:reason` also states the reason.
   */
  readonly roles?: string
  /** Values of the features of the first row, unscaled. */
  readonly first?: readonly number[]
  /** A part of a note or a warning. */
  readonly says?: string
  /** The whole message of the command line, after the name of the file. */
  readonly problem?: string
  readonly options?: Readonly<Record<string, unknown>>
}

/** Rows from a function of the row number, counted from 1. */
function rows(header: string, count: number, row: (i: number) => string, end = '\n'): string {
  const lines = Array.from({ length: count }, (_, i) => row(i + 1))
  return [...(header === '' ? [] : [header]), ...lines, ''].join(end)
}

/** Measurements that look random, repeat rarely and are never in steps of one. */
const x = (i: number) => ((i * 37) % 101) / 10 + 0.05
const z = (i: number) => ((i * 53) % 97) / 4 + 0.5
const pick = (i: number, ...words: string[]) => words[(5 * i + (i >> 1)) % words.length]

export const FILES: readonly CorpusFile[] = [
  {
    what: 'R: iris with row names and Species',
    text: rows(
      '"","Sepal.Length","Sepal.Width","Species"',
      12,
      i => `"${i}",${x(i)},${z(i)},"${pick(i, 'setosa', 'virginica', 'versicolor')}"`,
    ),
    roles: 'row names=i | Sepal.Length=f | Sepal.Width=f | Species=t',
  },
  {
    what: 'pandas: an unnamed index',
    text: rows(',sepal length (cm),petal width (cm),target', 12, i => `${i - 1},${x(i)},${z(i)},${i % 3}`),
    roles: 'row names=i | sepal length (cm)=f | petal width (cm)=f | target=t',
  },
  {
    what: 'pandas: Unnamed: 0 after two round trips',
    text: rows('Unnamed: 0,a,b', 12, i => `${i - 1},${x(i)},${z(i)}`),
    roles: 'Unnamed: 0=i | a=f | b=f',
  },
  {
    what: 'mall customers',
    text: rows(
      'CustomerID,Gender,Age,Annual Income (k$),Spending Score (1-100)',
      12,
      i => `${i},${pick(i, 'Male', 'Female')},${20 + ((i * 7) % 41)},${15 + ((i * 11) % 60)},${(i * 29) % 100}`,
    ),
    roles: 'CustomerID=i | Gender=d | Age=f | Annual Income (k$)=f | Spending Score (1-100)=f',
  },
  {
    what: 'Titanic-like: ids, names, tickets, classes',
    text: rows(
      'PassengerId,Survived,Pclass,Name,Sex,Fare,Ticket',
      12,
      i => `${i},${i % 2},${1 + (i % 3)},"Mr. No ${i}, Jr",${pick(i, 'male', 'female')},${z(i)},A/5 ${i >> 1}`,
    ),
    roles: 'PassengerId=i | Survived=t | Pclass=f | Name=d | Sex=d | Fare=f | Ticket=d',
  },
  {
    what: 'breast cancer from Kaggle: id, diagnosis, and an empty last column',
    text: rows(
      'id,diagnosis,radius_mean,texture_mean,Unnamed: 32',
      12,
      i => `${84230 + i * 37},${pick(i, 'M', 'B')},${x(i)},${z(i)},`,
    ),
    roles: 'id=i | diagnosis=t | radius_mean=f | texture_mean=f | Unnamed: 32=-:empty',
  },
  {
    what: 'penguins from R: rowid, text, NA in all measurements, year',
    text: `${rows('rowid,species,island,bill_length_mm,bill_depth_mm,sex,year', 12, i => `${i},${pick(i, 'Adelie', 'Gentoo')},${pick(i, 'Biscoe', 'Dream')},${x(i)},${z(i)},${pick(i, 'male', 'female')},${2007 + (i % 3)}`)}13,Adelie,Dream,NA,NA,NA,2009\n`,
    roles: 'rowid=i | species=t | island=d | bill_length_mm=f | bill_depth_mm=f | sex=d | year=-:dates',
    says: 'dropped 1 row without any feature: 13',
  },
  {
    what: 'wine quality: semicolons, quality is the truth',
    text: rows(
      '"fixed acidity";"citric acid";"alcohol";"quality"',
      12,
      i => `${x(i)};${z(i)};${x(i + 5)};${5 + (i % 3)}`,
    ),
    roles: 'fixed acidity=f | citric acid=f | alcohol=f | quality=t',
  },
  {
    what: 'two columns that look like the truth: the better name wins',
    text: rows('a,b,type,class', 12, i => `${x(i)},${z(i)},${pick(i, 'u', 'v')},${i % 3}`),
    roles: 'a=f | b=f | type=d:named like the truth | class=t:detected by name; "type" also fits',
  },
  {
    what: 'CLASS in capitals',
    text: rows('A,B,CLASS', 12, i => `${x(i)},${z(i)},${i % 2}`),
    roles: 'A=f | B=f | CLASS=t',
  },
  {
    what: 'no header, class in the last column',
    text: rows('', 12, i => `${x(i)},${z(i)},${i % 3}`),
    roles: 'column1=f | column2=f | column3=f',
    says: '"column3" contains only the integers 0, 1 and 2. If these are classes, set it as `truth`',
  },
  {
    what: 'no header, class in the first column, as in wine.data',
    text: rows('', 12, i => `${1 + (i % 3)},${x(i)},${z(i)}`),
    roles: 'column1=f | column2=f | column3=f',
    says: '"column1" contains only the integers 1, 2 and 3',
  },
  {
    what: 'no header, class names, as in iris.data',
    text: rows('', 12, i => `${x(i)},${z(i)},Iris-${pick(i, 'setosa', 'virginica')}`),
    roles: 'column1=f | column2=f | column3=d',
  },
  {
    what: 'a survey: every column is a few integers, no warning',
    text: rows('q1,q2,q3,q4', 12, i => `${1 + (i % 5)},${1 + ((i * 3) % 4)},${1 + ((i * 7) % 5)},${1 + ((i * i) % 4)}`),
    roles: 'q1=f | q2=f | q3=f | q4=f',
  },
  {
    what: 'SQL export: NULL, keys, timestamps',
    text: rows(
      'order_id,customer_id,created_at,amount,weight',
      12,
      i =>
        `${1000 + i * 3},${i % 4},2024-03-${String(i + 9).padStart(2, '0')} 12:30:00,${x(i)},${i === 4 ? 'NULL' : z(i)}`,
    ),
    roles:
      'order_id=i | customer_id=-:named like an id, with repeated values | created_at=-:dates | amount=f | weight=f',
    options: { impute: 'median' },
  },
  {
    what: 'a uuid for every row',
    text: rows('uuid,a,b', 12, i => `0b${i}f-7a${i}-4c,${x(i)},${z(i)}`),
    roles: 'uuid=i | a=f | b=f',
  },
  {
    what: 'an id without a name that says so: integers in steps of one',
    text: rows('a,b,nummer', 12, i => `${x(i)},${z(i)},${500 + i}`),
    roles: 'a=f | b=f | nummer=i:integers in steps of one',
  },
  {
    what: 'names of samples in the middle: a different string in every row',
    text: rows('a,who,b', 12, i => `${x(i)},person ${i},${z(i)}`),
    roles: 'a=f | who=i:a different string in every row | b=f',
  },
  {
    what: 'no is a measurement where it has fractions',
    text: rows('no,co', 12, i => `${x(i)},${z(i)}`),
    roles: 'no=f | co=f',
  },
  {
    what: 'citric acid and grid are no ids',
    text: rows('citric acid,grid,b', 12, i => `${(i * 7) % 11},${(i * 5) % 9},${z(i)}`),
    roles: 'citric acid=f | grid=f | b=f',
  },
  {
    what: 'zip codes with leading zeros are no quantities',
    text: rows('zip,a,b', 12, i => `0${1000 + ((i * 7) % 5)},${x(i)},${z(i)}`),
    roles: 'zip=d:codes with leading zeros | a=f | b=f',
  },
  {
    what: 'account numbers of 20 digits',
    text: rows('konto,a,b', 12, i => `9876543210987654321${i % 5},${x(i)},${z(i)}`),
    roles: 'konto=d:integers too long for exact numbers | a=f | b=f',
  },
  {
    what: 'a constant and a repeated column',
    text: rows('a,version,b,a copy', 12, i => `${x(i)},1,${z(i)},${x(i)}`),
    roles: 'a=f | version=-:constant | b=f | a copy=-:the same values as "a"',
  },
  {
    what: 'true and false',
    text: rows('a,member,b', 12, i => `${x(i)},${i % 3 === 0 ? 'True' : 'False'},${z(i)}`),
    roles: 'a=f | member=f:true and false, used as 1 and 0 | b=f',
    first: [x(1), 0, z(1)],
  },
  {
    what: 'yes and no are text',
    text: rows('a,smoker,b', 12, i => `${x(i)},${pick(i, 'yes', 'no', 'no')},${z(i)}`),
    roles: 'a=f | smoker=d | b=f',
  },
  {
    what: 'text on request',
    text: rows('a,smoker,b', 12, i => `${x(i)},${pick(i, 'yes', 'no', 'no')},${z(i)}`),
    roles: 'a=f | smoker=c:as requested | b=f',
    options: { categorical: ['smoker'] },
  },
  {
    what: 'numbers that are codes, on request',
    text: rows('a,region,b', 12, i => `${x(i)},${10 * (1 + (i % 3))},${z(i)}`),
    roles: 'a=f | region=c:as requested | b=f',
    options: { categorical: ['region'] },
    first: [x(1), 1, 0, 0, z(1)],
  },
  {
    what: 'no numeric column: the text columns are used',
    text: rows('colour,size', 12, i => `${pick(i, 'red', 'blue', 'blue')},${pick(i + 1, 'S', 'M', 'L', 'L')}`),
    roles: 'colour=c:text, because no column has numbers | size=c:text, because no column has numbers',
    says: 'used as categories: "colour", "size"',
  },
  {
    what: 'dates: ISO',
    text: rows('day,a,b', 12, i => `2024-02-${String(i + 3).padStart(2, '0')},${x(i)},${z(i)}`),
    roles: 'day=-:dates | a=f | b=f',
  },
  {
    what: 'dates: day first with points',
    text: rows('datum;a;b', 12, i => `${i + 12}.01.2024;${x(i)};${z(i)}`),
    roles: 'datum=-:dates | a=f | b=f',
  },
  {
    what: 'dates: month first with slashes, as numbers of days on request',
    text: rows('date,a,b', 12, i => `1/${i + 12}/1970,${x(i)},${z(i)}`),
    roles: 'date=f:dates, used as numbers of days | a=f | b=f',
    options: { dates: true },
    first: [12, x(1), z(1)],
  },
  {
    what: 'dates: 31-Jan-2024 and times of day',
    text: rows('date,time,a,b', 12, i => `${i}-Jan-2024,${i}:30,${x(i)},${z(i)}`),
    roles: 'date=-:dates | time=-:dates | a=f | b=f',
  },
  {
    what: 'dates as integers: 20240131',
    text: rows('stamp,a,b', 12, i => `${20240100 + i},${x(i)},${z(i)}`),
    roles: 'stamp=-:dates | a=f | b=f',
  },
  {
    what: 'dates as milliseconds since 1970, as pandas writes JSON, and as seconds',
    text: rows('when,created_at,a,b', 12, i => `${1706659200000 + 86400000 * i},${1706659200 + 7 * i},${x(i)},${z(i)}`),
    roles: 'when=-:dates | created_at=-:dates | a=f | b=f',
  },
  {
    what: 'Excel in German: semicolons and decimal commas',
    text: rows(
      'Länge;Breite;Klasse',
      12,
      i => `${String(x(i)).replace('.', ',')};${String(z(i)).replace('.', ',')};${pick(i, 'A', 'B')}`,
      '\r\n',
    ),
    roles: 'Länge=f | Breite=f | Klasse=d',
    first: [x(1), z(1)],
    says: 'numbers use a decimal comma',
  },
  {
    what: 'Excel in German: thousands with points, decimals with commas',
    text: rows('Umsatz;Rabatt', 12, i => `${1 + (i % 5)}.${200 + i * 7},50;${String(z(i)).replace('.', ',')}`),
    roles: 'Umsatz=f | Rabatt=f',
    first: [2207.5, z(1)],
  },
  {
    what: 'German inhabitants: whole thousands beside a decimal comma',
    text: rows('Einwohner;Anteil', 12, i => `${1 + (i % 5)}.${200 + i * 7};${String(z(i)).replace('.', ',')}`),
    roles: 'Einwohner=f | Anteil=f',
    first: [2207, z(1)],
  },
  {
    what: 'tabs and US thousands',
    text: rows('population\tshare', 12, i => `${1 + (i % 5)},${200 + i * 7}\t${z(i)}`),
    roles: 'population=f | share=f',
    first: [2207, z(1)],
  },
  {
    what: 'dollars with thousands in quotes, and parentheses for losses',
    text: rows('profit,a', 12, i => `"${i % 3 === 0 ? `($${1 + i},000.50)` : `$${1 + i},000.50`}",${z(i)}`),
    roles: 'profit=f | a=f',
    first: [2000.5, z(1)],
    says: '"profit" is read as numbers: "$2,000.50" is 2000.5',
  },
  {
    what: 'euros after the number',
    text: rows('Preis;a', 12, i => `${i},99 €;${z(i)}`),
    roles: 'Preis=f | a=f',
    first: [1.99, z(1)],
  },
  {
    what: 'percent signs',
    text: rows('rate,a', 12, i => `${x(i)}%,${z(i)}`),
    roles: 'rate=f | a=f',
    first: [x(1), z(1)],
  },
  {
    what: 'one unit for the whole column',
    text: rows('weight,height', 12, i => `${x(i)} kg,${z(i)}cm`),
    roles: 'weight=f | height=f',
    first: [x(1), z(1)],
  },
  {
    what: 'two units in one column are text',
    text: rows('size,a,b', 12, i => `${i} ${pick(i, 'kg', 'g')},${x(i)},${z(i)}`),
    roles: 'size=i | a=f | b=f',
  },
  {
    what: 'exponents and a Unicode minus',
    text: rows('a,b', 12, i => `${i}e5,\u2212${z(i)}`),
    roles: 'a=f | b=f',
    first: [1e5, -z(1)],
  },
  {
    what: 'French: spaces between thousands',
    text: rows('prix;a', 12, i => `${i}\u00a0200,5;${i % 4},5`),
    roles: 'prix=f | a=f',
    first: [1200.5, 1.5],
  },
  {
    what: 'Swiss: apostrophes between thousands',
    text: rows('Betrag,a', 12, i => `${i}'250.50,${z(i)}`),
    roles: 'Betrag=f | a=f',
    first: [1250.5, z(1)],
  },
  {
    what: 'missing values in seven notations',
    text: `a,b\n${['NA', 'N/A', 'NaN', 'null', 'None', '-', '--', '.', '?', '#N/A', ''].map((sign, i) => `${sign},${z(i)}`).join('\n')}\n1.5,2\n2.5,3\n`,
    roles: 'a=f | b=f',
    options: { impute: 'median' },
    says: 'replaced 11 missing values with the median of the column',
  },
  {
    what: 'missing values among dollars',
    text: rows('price,a', 12, i => `${i % 4 === 0 ? '-' : `$${i}.50`},${z(i)}`),
    roles: 'price=f | a=f',
    options: { impute: 'median' },
    first: [1.5, z(1)],
  },
  {
    what: 'dashes among words are missing, dashes among signs are values',
    text: rows('city,strand,a,b', 12, i => `${pick(i, 'Bern', '-', 'Lyon')},${pick(i, '+', '-', '.')},${x(i)},${z(i)}`),
    roles: 'city=d | strand=d | a=f | b=f',
  },
  {
    what: 'a word among numbers',
    text: rows('score,a', 20, i => `${i === 18 ? 'high' : x(i)},${z(i)}`),
    problem:
      '"score": row 18 is "high"; 19 of 20 values are numbers. If "high" means no value, add it to --missing; otherwise leave the column out with --exclude, or use it as text with --categorical',
  },
  {
    what: 'a word among numbers that means no value',
    text: rows('score,a', 20, i => `${i === 18 ? 'high' : x(i)},${z(i)}`),
    options: { missing: ['high'], impute: 'mean' },
    roles: 'score=f | a=f',
  },
  {
    what: '-999 means no value',
    text: rows('score,a', 20, i => `${i === 18 ? -999 : x(i)},${z(i)}`),
    options: { missing: ['-999'], impute: 'drop-rows' },
    roles: 'score=f | a=f',
    says: 'dropped 1 row with missing values: 18',
  },
  {
    what: 'several problems at once, the worst first',
    text: rows(
      'score,a,b',
      20,
      i => `${i === 18 ? 'high' : x(i)},${i === 3 ? 'inf' : z(i)},${i % 9 === 0 ? '' : x(i + 4)}`,
    ),
    problem: [
      '3 problems',
      '- "score": row 18 is "high"; 19 of 20 values are numbers. If "high" means no value, add it to --missing; otherwise leave the column out with --exclude, or use it as text with --categorical',
      '- row 3, column "a" is Infinity; features must be finite numbers',
      '- 2 missing values in 2 rows, the first in row 9 column "b", row 18 column "b"; fill in all values, or use --impute median, --impute knn or --impute drop-rows',
    ].join('\n'),
  },
  {
    what: 'decimal points and commas in one column',
    text: rows('a;b', 20, i => `${i === 7 ? '1,5' : `${i}.25`};${z(i)}`),
    problem:
      '"a": row 7 is "1,5"; 19 of 20 values are numbers in the notation of the other rows. Write all numbers in the same way, or leave the column out with --exclude',
  },
  {
    what: 'missing values without --impute',
    text: rows('a,b', 12, i => `${i === 5 ? '' : x(i)},${z(i)}`),
    problem:
      '1 missing value in 1 row, the first in row 5 column "a"; fill in all values, or use --impute median, --impute knn or --impute drop-rows',
  },
  {
    what: 'rows of different lengths',
    text: 'a,b\n1,2\n3\n4,5,6\n',
    problem:
      'row 2 (line 3) has 1 cell, row 3 (line 4) has 3 cells, but the table has 2 columns; every row needs the same number of cells (a cell that contains a separator must be in quotes)',
  },
  {
    what: 'a wrong name in another case',
    text: rows('Age,b', 12, i => `${x(i)},${z(i)}`),
    options: { columns: ['age'] },
    problem: '--columns must name a column; got "age"; did you mean "Age"?',
  },
  {
    what: 'wrong names everywhere',
    text: rows('bill_length_mm,b', 12, i => `${x(i)},${z(i)}`),
    options: { columns: ['bill length', '7'], exclude: ['z*'], truth: 'klasse' },
    problem: [
      '4 problems',
      '- --exclude must name a column; got "z*", which matches none of "bill_length_mm", "b"',
      '- --columns must name a column; got "bill length"; did you mean "bill_length_mm"?',
      '- --columns must name a column; got 7, but the table has 2 columns',
      '- --truth must name a column; got "klasse", but the table has "bill_length_mm", "b"',
    ].join('\n'),
  },
  {
    what: 'a truth with gaps that is named',
    text: rows('a,b,class', 12, i => `${x(i)},${z(i)},${i === 4 ? '' : i % 2}`),
    options: { truth: 'class' },
    problem: 'row 4 has no class in the truth column "class"; fill it in or remove the row',
  },
  {
    what: 'a truth with gaps that is only found: set aside',
    text: rows('a,b,class', 12, i => `${x(i)},${z(i)},${i === 4 ? '' : i % 2}`),
    roles: 'a=f | b=f | class=-:named like the truth, but 1 row has no class',
  },
  {
    what: 'a regression target is not a class',
    text: rows('a,b,target', 60, i => `${x(i)},${z(i)},${100 + ((i * 17) % 61)}`),
    roles: 'a=f | b=f | target=-:named like the truth, but it has 60 different values',
  },
  {
    what: 'y beside x is a coordinate',
    text: rows('x,y', 12, i => `${(i * 7) % 11},${(i * 5) % 9}`),
    roles: 'x=f | y=f',
  },
  {
    what: 'the truth turned off',
    text: rows('a,b,quality', 12, i => `${x(i)},${z(i)},${5 + (i % 3)}`),
    options: { truth: null },
    roles: 'a=f | b=f | quality=f',
  },
  {
    what: 'columns by number, range and pattern',
    text: rows('x1,x2,x3,x4,note', 12, i => `${x(i)},${z(i)},${x(i + 3)},${z(i + 3)},${pick(i, 'u', 'v')}`),
    options: { columns: ['1', 'x3:note'] },
    roles: 'x1=f | x2=-:not listed | x3=f | x4=f | note=d',
  },
  {
    what: 'columns to leave out, by pattern',
    text: rows('x1,x2,y1', 12, i => `${x(i)},${z(i)},${x(i + 3)}`),
    options: { exclude: ['x*'] },
    roles: 'x1=-:excluded | x2=-:excluded | y1=f',
  },
  {
    what: 'only one column left',
    text: rows('id,value', 12, i => `${i},${x(i)}`),
    roles: 'id=i | value=f',
  },
  {
    what: 'toy data in steps of one stay features where nothing else is left',
    text: rows('n', 12, i => `${i}`),
    roles: 'n=f',
  },
  {
    what: 'every column constant',
    text: rows('a,b', 12, () => '1,x'),
    problem: 'every feature is constant; there is nothing to cluster',
  },
  {
    what: 'comments and a byte-order mark',
    text: `\ufeff# exported 2024\n${rows('a,b', 12, i => `${x(i)},${z(i)}`)}`,
    roles: 'a=f | b=f',
  },
  {
    what: 'Windows line ends, spaces after commas, quotes everywhere',
    text: rows('"a", "b", "group"', 12, i => `"${x(i)}", "${z(i)}", "${pick(i, 'u', 'v')}"`, '\r\n'),
    roles: 'a=f | b=f | group=t',
  },
  {
    what: 'the same header twice',
    text: rows('a,a,b', 12, i => `${x(i)},${z(i)},${x(i + 1)}`),
    roles: 'a=f | a_2=f | b=f',
    says: 'repeated column names get a number: "a"',
  },
]
