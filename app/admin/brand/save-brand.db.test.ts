import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBrandSetting } from '@/lib/brand/setting';
import type { Database } from '@/lib/db/handle';
import { auditLog, deskSettings } from '@/lib/db/schema/admin';
import { freshDatabase } from '@/tests/support/database';
import { saveBrand, textsInEffect } from './save-brand';

const NOW = new Date('2026-03-02T09:00:00Z');
const BY = { personId: 'person_1', email: 'robin@vendor.example' };
const DEFAULTS = { BRAND_NAME: 'Partner Desk', MAIL_FROM: 'desk@vendor.example' };
const SHOWN = {
  name: 'Partner Desk',
  accent: '#3056d3',
  senderName: 'Partner Desk',
  helpUrl: '',
  privacyUrl: '',
};

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());
beforeEach(() => open.db.delete(deskSettings));

const save = (typed: Partial<typeof SHOWN>) =>
  saveBrand(open.db, { typed: { ...SHOWN, ...typed }, defaults: DEFAULTS, by: BY, now: NOW });
const stored = () => readBrandSetting(open.db);
const inEffect = async () => textsInEffect(await stored(), DEFAULTS);

describe('saving the brand', () => {
  it('shows the defaults, and stores nothing for what stays as it is', async () => {
    expect(await inEffect()).toEqual(SHOWN);
    expect(await save({})).toBe(false);
    expect(await stored()).toEqual({});
  });

  it('stores what differs, and audits it with what it was', async () => {
    expect(await save({ name: 'Acme', helpUrl: 'https://acme.example/' })).toBe(true);
    expect(await stored()).toEqual({ name: 'Acme', helpUrl: 'https://acme.example/' });
    const [entry] = await open.db.select().from(auditLog);
    expect(entry).toMatchObject({
      event: 'brand.changed',
      subject: 'Acme',
      email: BY.email,
      detail: {
        name: 'Acme',
        nameBefore: 'Partner Desk',
        sender: 'Acme',
        senderWas: 'Partner Desk',
        helpLink: 'https://acme.example/',
        helpLinkWas: '',
      },
    });
  });

  it('lets a sender that nobody chose follow the name', async () => {
    await save({ name: 'Acme' });
    expect((await inEffect()).senderName).toBe('Acme');
    await save({ name: 'Acme', senderName: 'Acme Partners' });
    expect(await stored()).toEqual({ name: 'Acme', senderName: 'Acme Partners' });
  });

  it('takes an empty field, or its default, back to the default', async () => {
    await save({ name: 'Acme', accent: '#00a86b', senderName: 'Post', privacyUrl: 'https://acme.example/p' });
    await save({ name: '', accent: '#3056d3', senderName: '', privacyUrl: '' });
    expect(await inEffect()).toEqual(SHOWN);
    expect(Object.values(await stored()).filter(Boolean)).toEqual([]);
  });
});
