export const endpointPath = (endpointId: string) => `endpoints/${endpointId}`;
export const hookPath = (tokenHash: string) => `hooks/${tokenHash}`;
export const deliveryPath = (deliveryId: string) => `deliveries/${deliveryId}`;
