import {
  deliveryStates,
  type Endpoint,
  EndpointChange,
  EndpointInput,
  endpointTypes,
  limits,
  messages,
  pageSizes,
  paging,
} from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { endpointSecret, getDelivery, listDeliveries, replayDelivery, testEndpoint } from '../../domain/endpoints/deliveries.ts';
import { listEndpoints } from '../../domain/endpoints/list-endpoints.ts';
import { createEndpoint, removeEndpoint, rotateToken, updateEndpoint } from '../../domain/endpoints/save-endpoint.ts';
import { handle } from '../../http/handle.ts';
import { ifOn } from '../../http/if-on.ts';
import { PathId, ProjectPath, Search, SortOrder } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

const shown = ['dataStorage', 'generated', 'headers', 'endedAt'] satisfies (keyof Endpoint)[];

const EndpointList = z.object({
  ...paging(pageSizes.endpoints, limits.listLimit),
  search: Search,
  type: z.enum(endpointTypes).optional(),
  sortOrder: SortOrder.default('ASC'),
});
const EndpointPath = z.object({ endpointId: PathId });
const DeliveryPath = z.object({ endpointId: PathId, deliveryId: PathId });
const DeliveryList = z.object({ ...paging(pageSizes.logs, limits.listLimit), state: z.enum(deliveryStates).optional() });

/** Endpoints of a project, and the deliveries of those that receive. */
export function endpointRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/project/:projectId/endpoints': {
      get: handle(may('endpoints.read', 'tenants.read'), { params: ProjectPath, query: EndpointList }, ({ caller, params, query }) =>
        listEndpoints(services, { caller, projectId: params.projectId, query }).then((list) => ({ ...list })),
      ),
      post: handle(may('endpoints.write'), { params: ProjectPath, body: EndpointInput, status: 201 }, async ({ caller, params, body }) => ({
        message: messages.endpointCreated,
        data: await createEndpoint(services, { caller, projectId: params.projectId, input: body }),
      })),
    },
    '/endpoints/:endpointId': {
      put: handle(
        may('endpoints.write'),
        { params: EndpointPath, body: EndpointChange, echoed: shown },
        async ({ caller, params, body }) => ({
          message: messages.endpointUpdated,
          data: await updateEndpoint(services, { caller, id: params.endpointId, change: body }),
        }),
      ),
      delete: handle(may('endpoints.write'), { params: EndpointPath }, async ({ caller, params }) => {
        await removeEndpoint(services, caller, params.endpointId);
        return { message: messages.endpointRemoved };
      }),
    },
    '/endpoints/:endpointId/secret': {
      get: handle(may('endpoints.write'), { params: EndpointPath }, async ({ caller, params }) => ({
        data: await endpointSecret(services, caller, params.endpointId),
      })),
    },
    '/endpoints/:endpointId/token': {
      post: handle(may('endpoints.write'), { params: EndpointPath }, async ({ caller, params }) => ({
        message: messages.endpointUpdated,
        data: await rotateToken(services, caller, params.endpointId),
      })),
    },
    '/endpoints/:endpointId/test': {
      post: handle(ifOn(services, 'webhookDeliveries', may('endpoints.write')), { params: EndpointPath }, async ({ caller, params }) => ({
        data: await testEndpoint(services, caller, params.endpointId),
      })),
    },
    '/endpoints/:endpointId/deliveries': {
      get: handle(may('endpoints.write'), { params: EndpointPath, query: DeliveryList }, ({ caller, params, query }) =>
        listDeliveries(services, { caller, endpointId: params.endpointId, page: query }).then((list) => ({ ...list })),
      ),
    },
    '/endpoints/:endpointId/deliveries/:deliveryId': {
      get: handle(may('endpoints.write'), { params: DeliveryPath }, async ({ caller, params }) => ({
        data: await getDelivery(services, { caller, endpointId: params.endpointId, deliveryId: params.deliveryId }),
      })),
    },
    '/endpoints/:endpointId/deliveries/:deliveryId/replay': {
      post: handle(ifOn(services, 'webhookDeliveries', may('endpoints.write')), { params: DeliveryPath }, async ({ caller, params }) => ({
        data: await replayDelivery(services, { caller, endpointId: params.endpointId, deliveryId: params.deliveryId }),
      })),
    },
  });
}
