/** The values that a column of a courier file can contain. */
export const FILE_VALUES = [
  'number',
  'date',
  'name',
  'mobile',
  'email',
  'house',
  'street',
  'landmark',
  'address',
  'city',
  'state',
  'pincode',
  'payment',
  'collect',
  'total',
  'weight',
  'length',
  'breadth',
  'height',
  'pieces',
  'goods',
  'note',
  'empty',
] as const;

export type FileValue = (typeof FILE_VALUES)[number];
