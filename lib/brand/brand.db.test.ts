import { wcagContrast } from 'culori';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { brandImages, deskSettings } from '@/lib/db/schema/admin';
import { freshDatabase } from '@/tests/support/database';
import { picture } from '@/tests/support/pictures';
import { toBrand } from './brand';
import { drawImage } from './draw-image';
import { readBrandImage, removeBrandImage, setBrandImage } from './images';
import { BRAND_CHANGED, changeBrandSetting, readBrandSetting } from './setting';

const DEFAULTS = { BRAND_NAME: 'Partner Desk', BRAND_HELP_URL: 'https://vendor.example/help' };
const START = new Date('2026-03-02T09:00:00Z');
const at = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.db.delete(deskSettings);
  await open.db.delete(brandImages);
});

async function drawn(color: string) {
  const found = await drawImage(await picture({ width: 64, height: 64, color }), 'icon');
  if (!found.ok) throw new Error(found.fault);
  return found;
}

const set = async (color: string, now: Date, kind: 'logo' | 'icon' = 'logo') => {
  const picture = await drawn(color);
  await open.db.transaction((tx) => setBrandImage(tx, { kind, drawn: picture, now }));
  return picture.image.digest;
};

describe('the brand', () => {
  it('is that of the settings until an admin changes it', async () => {
    const brand = toBrand(await readBrandSetting(open.db), DEFAULTS);
    expect(brand).toMatchObject({ name: 'Partner Desk', helpUrl: DEFAULTS.BRAND_HELP_URL });
    expect(brand.style).toBeUndefined();
    expect(brand.logo).toBeUndefined();
  });

  it('is what an admin chose, and the settings for the rest', async () => {
    await open.db.transaction((tx) =>
      changeBrandSetting(tx, { change: () => ({ name: 'Acme', accent: '#ffd400' }), now: START }),
    );
    const brand = toBrand(await readBrandSetting(open.db), DEFAULTS);
    expect(brand).toMatchObject({ name: 'Acme', accent: '#ffd400', helpUrl: DEFAULTS.BRAND_HELP_URL });
    expect(brand.style).toContain('--accent-9:light-dark(');
    // A button keeps the color, with a dark label; a link in it would be unreadable on white.
    expect(brand.colors).toMatchObject({ button: '#ffd400' });
    expect(wcagContrast(brand.colors.button, brand.colors.onButton)).toBeGreaterThanOrEqual(4.5);
    expect(wcagContrast(brand.colors.link.light, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });

  it.each([{ name: 7 }, 'x', { logo: { digest: '../../etc/passwd', width: 1, height: 1, plates: [] } }])(
    'is that of the settings if what is stored is unreadable: %j',
    async (value) => {
      await open.db.insert(deskSettings).values({ name: 'brand', value, changedAt: START });
      expect(await readBrandSetting(open.db)).toEqual({});
    },
  );

  it('keeps what another change did, and every process hears of both', async () => {
    const heard: string[] = [];
    const stop = await open.listen('partner_desk', {
      message: (payload) => heard.push(payload),
      lost: () => {},
    });
    await Promise.all(
      [{ name: 'Acme' }, { accent: '#00a86b' }].map((chosen) =>
        open.db.transaction((tx) =>
          changeBrandSetting(tx, { change: (before) => ({ ...before, ...chosen }), now: START }),
        ),
      ),
    );
    expect(await readBrandSetting(open.db)).toEqual({ name: 'Acme', accent: '#00a86b' });
    await expect.poll(() => heard).toEqual([BRAND_CHANGED, BRAND_CHANGED]);
    await stop();
  });
});

describe('pictures of the brand', () => {
  it('are stored with their bytes, and shown by their digest', async () => {
    const digest = await set('#3056d3', START);
    const { logo } = toBrand(await readBrandSetting(open.db), DEFAULTS);
    expect(logo).toEqual({
      src: `/brand/${digest}.png`,
      width: 64,
      height: 64,
      plates: [],
      holdsName: false,
    });
    const bytes = await readBrandImage(open.db, digest);
    expect(
      Buffer.from(bytes ?? [])
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(await readBrandImage(open.db, '0'.repeat(32))).toBeUndefined();
  });

  it('stay available after they were replaced or removed, up to twenty', async () => {
    const first = await set('#000000', at(0));
    const icon = await set('#00ff00', at(1), 'icon');
    for (let n = 1; n <= 20; n += 1) await set(`#0000${n.toString(16).padStart(2, '0')}`, at(n + 1));
    expect(await readBrandImage(open.db, first)).toBeDefined();
    await set('#ffffff', at(30));
    expect(await readBrandImage(open.db, first)).toBeUndefined();
    expect(await readBrandImage(open.db, icon)).toBeDefined();
    expect(await open.db.$count(brandImages)).toBe(22);
    expect(await open.db.transaction((tx) => removeBrandImage(tx, { kind: 'icon', now: at(31) }))).toBe(true);
    expect(await open.db.transaction((tx) => removeBrandImage(tx, { kind: 'icon', now: at(31) }))).toBe(
      false,
    );
    expect((await readBrandSetting(open.db)).icon).toBeUndefined();
    expect(await open.db.$count(brandImages, eq(brandImages.digest, icon))).toBe(1);
  });

  it('are one row if the same picture is logo and icon', async () => {
    const digest = await set('#3056d3', at(0));
    expect(await set('#3056d3', at(1), 'icon')).toBe(digest);
    const [row] = await open.db.select({ count: sql<number>`count(*)::int` }).from(brandImages);
    expect(row).toEqual({ count: 1 });
  });
});
