import { DEMO } from '@/sandbox/demo';
import type { Vendor, VendorLead } from './vendor';

const [HARBOUR] = DEMO.organizations;
const [, TOM] = HARBOUR.agents;

const RIGHT_TO_LEFT_OVERRIDE = '\u202e';

/** Values that break layouts: words without a space, other scripts, marks that change the direction, markup. */
const CRUEL: Record<string, unknown>[] = [
  {
    firstName: 'Aleksandra-Wilhelmina',
    lastName: 'Featherstonehaugh'.repeat(12).slice(0, 210),
    companyName: 'Donaudampfschifffahrtsgesellschaften',
  },
  {
    firstName: 'Ann',
    lastName: `${RIGHT_TO_LEFT_OVERRIDE}gnp.exe`,
    companyName: `Acme ${RIGHT_TO_LEFT_OVERRIDE}dtL`,
  },
  { firstName: 'محمد', lastName: 'الخوارزمي', companyName: 'شركة النور للتجارة' },
  { firstName: '👩‍👩‍👧‍👦', lastName: '🇯🇵🎉🎉🎉', companyName: '株式会社スカイツリー・テクノロジー' },
  { firstName: '<b>Bold</b>', lastName: '"><script>alert(1)</script>', companyName: '{brand} &amp; {count}' },
  {
    firstName: '66b0c4d2e8f1a35790d4c6b2',
    lastName: 'ffffffffffffffffffffffff',
    companyName: '00000000000000000000000a',
  },
  { firstName: undefined, lastName: 'X', companyName: undefined, value: 987_654_321.05 },
  {
    lastName: 'Quist',
    companyName: 'The Incorporated Society of Exceptionally and Deliberately Long Company Names of the North',
    value: 0.01,
    notes: `${'A note of many words. '.repeat(60)}\n\n${'unbroken'.repeat(40)}`,
  },
];

/** Adds the leads of `CRUEL` to the portal, as Tom's newest ones. */
export async function addCruelLeads(vendor: Vendor): Promise<VendorLead[]> {
  const added: VendorLead[] = [];
  for (const { companyName, notes, ...standard } of CRUEL) {
    const lead = await vendor.createLead({
      ...ofAgent(TOM.id),
      email: `${'long.'.repeat(8)}address@${'sub.'.repeat(10)}example.com`,
      platform: 'other',
      ...standard,
      customFields: {
        companyName,
        notes,
        website: `https://example.com/${'path/'.repeat(30)}`,
        consent: false,
      },
    });
    added.push(lead);
  }
  return added;
}

const ofAgent = (agentId: string) => ({ partnerOrganizationId: HARBOUR.id, agentId });
