import 'server-only';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { singleton } from '@/lib/core/singleton';
import { getDb } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { type Brand, toBrand } from './brand';
import { readBrandSetting } from './setting';

type Known = {
  /** Being read, or read since it last changed. */
  current: Promise<Brand> | undefined;
  /** The last one that could be read. */
  last: Brand | undefined;
  /** How often it may have changed: an answer from before the last change is not kept. */
  changes: number;
};

const known = () => singleton('brand', (): Known => ({ current: undefined, last: undefined, changes: 0 }));

/**
 * The brand, read from the database once and again after `forgetBrand`. Never fails: while the database does not
 * answer, it is the last one known, else the defaults.
 */
export function getBrand(): Promise<Brand> {
  const brand = known();
  brand.current ??= read(brand.changes);
  return brand.current;
}

async function read(changes: number): Promise<Brand> {
  const brand = known();
  try {
    const found = toBrand(await readBrandSetting(await getDb()), env());
    if (brand.changes === changes) brand.last = found;
    return found;
  } catch (error) {
    log().warn('brand.unread', { reason: reasonOf(error) });
    if (brand.changes === changes) brand.current = undefined;
    return getLastBrand();
  }
}

/** The brand as far as this process knows it, without asking the database. */
export function getLastBrand(): Brand {
  return known().last ?? toBrand({}, env());
}

/** The brand was changed, or may have been: it is read again for the next page. */
export function forgetBrand(): void {
  const brand = known();
  brand.changes += 1;
  brand.current = undefined;
}
