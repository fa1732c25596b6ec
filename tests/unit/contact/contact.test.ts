import { describe, expect, test } from 'vitest';
import { contactSchema } from '#lib/customers/contact/contact.schema.ts';
import type { ContactInput } from '#lib/customers/contact/contact.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';
import { filterMobileInput } from '#lib/primitives/mobile.ts';
import { filterNameInput } from '#lib/primitives/name.ts';

const VALID = { name: 'Asha Rao', mobile: '9876543210', email: 'asha@example.in', content: 'Do you dye to order?' };

describe('the contact form', () => {
  test('accepts a valid message', () => {
    expect(fieldErrors(contactSchema, VALID)).toBeUndefined();
    expect(fieldErrors(contactSchema, { ...VALID, name: 'आशा राव' })).toBeUndefined();
  });

  test.each<[keyof ContactInput, string, string]>([
    ['name', '', 'Name is required'],
    ['name', '   ', 'Name is required'],
    ['name', 'Al', 'Name must be at least 3 characters long'],
    ['name', 'Asha2', 'Name should not contain numbers'],
    ['name', 'आशा२', 'Name should not contain numbers'],
    ['mobile', '', 'Mobile number is required'],
    ['mobile', '987654321', 'Mobile must be 10 digits'],
    ['mobile', '98765432101', 'Mobile must be 10 digits'],
    ['mobile', '98765-3210', 'Mobile must be 10 digits'],
    ['email', '', 'Email is required'],
    ['email', 'asha', 'Please enter a valid email address'],
    ['email', 'asha@example', 'Please enter a valid email address'],
    ['email', 'a sha@example.in', 'Please enter a valid email address'],
    ['email', 'asha@example..in', 'Please enter a valid email address'],
    ['content', ' \n ', 'Message is required'],
  ])('rejects %s %j: %s', (field, value, message) => {
    expect(fieldErrors(contactSchema, { ...VALID, [field]: value })).toEqual({ [field]: message });
  });

  test('reports the errors in all fields at once', () => {
    expect(fieldErrors(contactSchema, { name: '', mobile: '', email: '', content: '' })).toEqual({
      name: 'Name is required',
      mobile: 'Mobile number is required',
      email: 'Email is required',
      content: 'Message is required',
    });
  });
});

describe('input filtering', () => {
  test.each([
    ['Asha 2 Rao!', 'Asha  Rao'],
    ['आशा', 'आशा'],
    ['José\tÁ', 'José Á'],
  ])('a name %j becomes %j', (input, filteredInput) => expect(filterNameInput(input)).toBe(filteredInput));

  test.each([
    ['98a76', '9876'],
    ['987654321099', '9876543210'],
    ['+91 98765 43210', '9876543210'],
    ['09876543210', '9876543210'],
    ['9198765432', '9198765432'],
  ])('a mobile number %j becomes %j', (input, filteredInput) => expect(filterMobileInput(input)).toBe(filteredInput));
});
