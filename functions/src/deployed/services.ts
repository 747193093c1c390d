import { createServices } from '../services/services.ts';

/** The services of this instance. */
export const services = createServices();
