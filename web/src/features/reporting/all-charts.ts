// One file for all of them: two would have the library of charts in a file that others also load.
export { CallReport } from './call-report.tsx';
export { Charts } from './charts.tsx';
