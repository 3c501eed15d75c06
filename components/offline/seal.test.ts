import { expect, it } from 'vitest';
import { newSealKey, seal, unseal } from './seal';

const VALUE = { company: 'Alder Logistics' };

it('opens what it sealed, and nothing in it can be read', async () => {
  const key = await newSealKey();
  const sealed = await seal(VALUE, 'view', key);
  expect(new TextDecoder().decode(sealed.data)).not.toContain('Alder');
  expect(await unseal(sealed, 'view', key)).toEqual(VALUE);
});

it('never seals the same value the same way', async () => {
  const key = await newSealKey();
  const [one, other] = [await seal(VALUE, 'view', key), await seal(VALUE, 'view', key)];
  expect(new Uint8Array(one.data)).not.toEqual(new Uint8Array(other.data));
});

it('has a key that cannot leave the browser', async () => {
  const { key } = await newSealKey();
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

it('opens nothing with another key, in another place, or after a change', async () => {
  const key = await newSealKey();
  const sealed = await seal(VALUE, 'view', key);
  const changed = new Uint8Array(sealed.data.slice(0));
  changed.set([(changed[0] ?? 0) ^ 1]);
  await expect(unseal(sealed, 'view', await newSealKey())).rejects.toThrow();
  await expect(unseal(sealed, 'waiting:sub_1', key)).rejects.toThrow();
  await expect(unseal({ ...sealed, data: changed.buffer }, 'view', key)).rejects.toThrow();
});
