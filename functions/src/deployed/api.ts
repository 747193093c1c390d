import { createApiApp } from '../api-app.ts';
import { createApiServices } from '../routes/api/api-services.ts';
import { httpFunction } from './http-function.ts';
import { services } from './services.ts';

const apiServices = createApiServices(services);

/** The public data API at /api. */
export const api = httpFunction('api', createApiApp(apiServices), () => apiServices.close());
