import { describe, expect, it } from 'vitest';
import { readSender } from './sender';

describe('the sender', () => {
  it.each([
    ['desk@vendor.example', '', 'desk@vendor.example'],
    ['Partner Desk <desk@vendor.example>', 'Partner Desk', 'desk@vendor.example'],
    ['"Desk, the" <desk@vendor.example>', 'Desk, the', 'desk@vendor.example'],
    [' <desk@vendor.example> ', '', 'desk@vendor.example'],
  ])('%j is accepted', (from, name, address) => {
    expect(readSender(from)).toEqual({ name, address });
  });

  it.each([
    'desk',
    'Partner Desk',
    'Desk <desk>',
    'desk@vendor',
    'a@x.example, b@y.example',
    'De\r\nsk <desk@vendor.example>',
  ])('%j is not', (from) => {
    expect(readSender(from)).toBeUndefined();
  });
});
