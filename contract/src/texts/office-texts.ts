/** Literal texts of the staff's pages. */
export const officeMessages = {
  denied: 'User Login Denied.',
  inboxFailed: 'Failed to fetch messages. Please try again later.',
  replySent: 'Your reply has been sent.',
  subscriptionFailed: 'Failed to change subscription',
  productAdded: 'Product has been added.',
  productUpdated: 'Product has been updated.',
  productDeleted: 'Product has been deleted.',
  productAddFailed: 'Failed to add product',
  productUpdateFailed: 'Failed to update product',
  productDeleteFailed: 'Failed to delete product',
  discountAdded: 'Discount created successfully',
  discountUpdated: 'Discount updated successfully',
  discountAddFailed: 'Failed to create discount',
  discountUpdateFailed: 'Failed to update discount',
} as const;
