import type { Text } from './text.ts';

/** Why a value is none of a field, by key. `{field}` is the field's name, for a list with the place of the element. */
export const fieldTexts = {
  fieldText: '{field} must be text.',
  fieldTextLong: '{field} must be text of at most {max, plural, one {# character} other {# characters}}.',
  fieldTextShort: '{field} must be text of at least {min, plural, one {# character} other {# characters}}.',
  fieldTextLength: '{field} must be text of {min} to {max, plural, one {# character} other {# characters}}.',
  fieldNumber: '{field} must be a number.',
  fieldNumberDigits: '{field} must be a number, and no number holds these digits: declare it as decimal or integer to keep them.',
  fieldInteger: '{field} must be a whole number of up to {max} digits.',
  fieldIntegerText: '{field} must be stored with all its digits, as text: convert it.',
  fieldDecimalText: '{field} must be stored with all its decimals, as text: convert it.',
  fieldDecimal: '{field} must be a decimal such as 12.50.',
  fieldDecimalScale: '{field} must be a decimal with at most {max, plural, one {# decimal} other {# decimals}}.',
  fieldBoolean: '{field} must be true or false.',
  fieldDate: '{field} must be a date such as 2026-03-29.',
  fieldDateTime: '{field} must be a time with zone such as 2026-03-29T12:00:00Z.',
  fieldTimeSkipped: '{field} must be a time that clocks in {zone} show: they skip this one.',
  fieldEmail: '{field} must be an e-mail address.',
  fieldUrl: '{field} must be a web address.',
  fieldEnum: '{field} must be one of {values}.',
  fieldList: '{field} must be a list of {type}.',
  fieldListAny: '{field} must be a list.',
  fieldListLong: '{field} must be a list of at most {max, plural, one {# element} other {# elements}}.',
  fieldListShort: '{field} must be a list of at least {min, plural, one {# element} other {# elements}}.',
  fieldListLength: '{field} must be a list of {min} to {max, plural, one {# element} other {# elements}}.',
  fieldReference: '{field} must be the id of a record.',
  fieldGeo: '{field} must be a place: a latitude from -90 to 90 and a longitude from -180 to 180.',
  fieldJson: '{field} must be JSON.',
  fieldLow: '{field} must be at least {min}.',
  fieldHigh: '{field} must be at most {max}.',
  fieldPattern: '{field} must match {pattern}.',
  fieldRequired: '{field} is required.',
  fieldReadOnly: '{field} is set when a record is made, and not changed afterwards.',
  fieldComputed: '{field} is set by the server.',
  fieldClosed: '{field} is not a field of this storage.',
  schemaOption: 'Fields of the type {type} have no {option}.',
  schemaRange: 'The least is more than the most. Change one of the two.',
  schemaDefaults: 'A field has one default, or is set by the server. Remove one of the two.',
  schemaNow: 'Only dates and times can take the present time. Change the type or the default.',
  schemaCaller: 'Only texts and references can take the id of the caller. Change the type or the default.',
  schemaCounter: 'Only integers and numbers can be counters. Change the type.',
  schemaValues: 'Name the values that {field} may have.',
  schemaValueTwice: 'The value {value} is there twice.',
  schemaPattern: 'This is no regular expression: {reason}',
  schemaZone: 'There is no time zone of this name. Choose one such as Europe/Berlin.',
  schemaStorage: 'Name the storage whose records {field} refers to.',
  schemaStorageUnknown: 'This project has no such storage.',
  schemaPassword:
    'A record keeps one password safe, in the field "password", and that field has no other type. Choose that name, or another type.',
  schemaClear:
    'A required field cannot be cleared when the record that it refers to is deleted. Choose something else, or do not require it.',
  schemaCircle: 'Deleting would go round in a circle: {path}.',
  schemaUniqueUnknown: 'Declare {field} first: a unique rule takes fields of the schema.',
  schemaUniqueTwice: 'A unique rule names each field once, and there is one rule for the same fields.',
  schemaUniqueType: '{field} is of a type whose values are not compared: {type}.',
  schemaTotalUnknown: 'Declare {field} first: a kept total takes fields of the schema.',
  schemaTotalTwice: 'A kept total names each field once, and there is one total for the same fields.',
  schemaTotalType: 'Records are not counted by {field}, which is of the type {type}.',
  schemaTotalSum: 'Sums are kept of integers, and of decimals whose scale is declared: {field} is neither.',
  schemaTotalEmpty: 'A kept total without fields needs a sum: how many records there are is known without it.',
  schemaFieldUnknown: '{field} is not a field of the schema.',
  schemaNoDefault: '{field} has no default that could be set.',
  lostDigits: '{field} has digits that no number holds: declare the field as decimal or integer, or send it as text.',
} as const;
export type FieldTextKey = keyof typeof fieldTexts;

/** The fault of a value. Its sentence also needs the field's name. */
export interface ValueProblem extends Text<FieldTextKey> {
  /** Of a list: the element. */
  readonly at?: number;
}
