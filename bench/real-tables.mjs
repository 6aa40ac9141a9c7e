// Real tables for bench/explanations.mjs: what made their clusters is known from what their columns mean.
//
// The folder that has them is filled by
//   Rscript bench/real_tables.R FOLDER
//   python3 bench/real_tables.py FOLDER
//   npm pack vega-datasets, whose folder data is copied to FOLDER/vega

/**
 * Tables with an artefact: file, number of clusters, kind and name. Most are studies whose tables hold an event, a treatment
 * or a dose of few values among measurements, so that clusters are its values.
 */
export const REAL_ARTEFACTS = [
  ['vega/countries.json', 3, 'filled', null],
  ['vega/population.json', 3, 'column', 'sex'],
  ['vega/jobs.json', 3, 'duplicates', null],
  ['cluster_votes.repub.csv', 3, 'filled', null],
  ['datasets_CO2.csv', 3, 'column', 'conc'],
  ['datasets_ChickWeight.csv', 4, 'column', 'Diet'],
  ['datasets_HairEyeColor.csv', 2, 'column', 'Sex'],
  ['datasets_Indometh.csv', 3, 'column', 'time'],
  ['datasets_InsectSprays.csv', 3, 'column', 'spray'],
  ['datasets_ToothGrowth.csv', 3, 'column', 'dose'],
  ['datasets_UCBAdmissions.csv', 3, 'column', 'Gender'],
  ['datasets_beaver2.csv', 3, 'column', 'day'],
  ['datasets_infert.csv', 3, 'column', 'case'],
  ['datasets_mtcars.csv', 3, 'column', 'am'],
  ['sklearn_diabetes.csv', 2, 'column', 'sex'],
  ['sklearn_diabetes.csv', 3, 'column', 'sex'],
  ['survival_aml.csv', 3, 'column', 'status'],
  ['survival_cancer.csv', 3, 'column', 'status'],
  ['survival_capacitor.csv', 3, 'column', 'temperature'],
  ['survival_cgd.csv', 3, 'column', 'propylac'],
  ['survival_colon.csv', 3, 'column', 'perfor'],
  ['survival_diabetic.csv', 3, 'column', 'status'],
  ['survival_flchain.csv', 3, 'column', 'death'],
  ['survival_genfan.csv', 3, 'column', 'status'],
  ['survival_heart.csv', 3, 'column', 'surgery'],
  ['survival_ifluid.csv', 3, 'column', 'voltage'],
  ['survival_imotor.csv', 3, 'column', 'status'],
  ['survival_jasa.csv', 3, 'filled', null],
  ['survival_kidney.csv', 3, 'column', 'status'],
  ['survival_mgus.csv', 3, 'column', 'death'],
  ['survival_mgus2.csv', 3, 'column', 'pstat'],
  ['survival_rats.csv', 3, 'column', 'status'],
  ['survival_solder.csv', 3, 'column', 'Panel'],
  ['survival_stanford2.csv', 3, 'column', 'status'],
  ['survival_udca.csv', 3, 'column', 'stage'],
  ['survival_valveSeat.csv', 3, 'column', 'status'],
]

/** Tables without one: nothing but measurements, or columns that do not decide. Some files are sorted by class. */
export const REAL_CLEAN = [
  ['vega/airports.csv', 2],
  ['vega/cars.json', 3],
  ['vega/flights-2k.json', 3],
  ['vega/gapminder-health-income.csv', 3],
  ['vega/la-riots.csv', 3],
  ['vega/movies.json', 3],
  ['vega/normal-2d.json', 3],
  ['vega/penguins.json', 3],
  ['vega/seattle-weather.csv', 3],
  ['vega/uniform-2d.json', 3],
  ['vega/us-state-capitals.json', 3],
  ['vega/windvectors.csv', 3],
  ['cluster_chorSub.csv', 3],
  ['cluster_flower.csv', 3],
  ['cluster_pluton.csv', 3],
  ['cluster_ruspini.csv', 4],
  ['cluster_xclara.csv', 3],
  ['datasets_LifeCycleSavings.csv', 3],
  ['datasets_USArrests.csv', 2],
  ['datasets_USJudgeRatings.csv', 3],
  ['datasets_attitude.csv', 3],
  ['datasets_faithful.csv', 2],
  ['datasets_iris.csv', 3],
  ['datasets_quakes.csv', 2],
  ['datasets_quakes.csv', 3],
  ['datasets_randu.csv', 3],
  ['datasets_rock.csv', 3],
  ['datasets_stackloss.csv', 3],
  ['datasets_state.x77.csv', 3],
  ['datasets_swiss.csv', 2],
  ['datasets_trees.csv', 3],
  ['lattice_environmental.csv', 3],
  ['sklearn_breast_cancer.csv', 2],
  ['sklearn_digits.csv', 10],
  ['sklearn_linnerud.csv', 3],
  ['sklearn_wine.csv', 3],
]
