export const halfTyped = {
  'field.half': 'Something is missing here. Type the rest, or clear the field.',
};
