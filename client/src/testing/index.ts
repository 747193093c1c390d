export { type Cost, type CostMatchers, type CostMeter, createCostMeter } from './cost-meter.ts';
