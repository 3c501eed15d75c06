import { DEMO } from '@/sandbox/demo';
import type { Vendor, VendorLead } from '../vendor';

const [HARBOUR] = DEMO.organizations;
const [MAYA] = HARBOUR.agents;

/** A new lead of Maya's, to be changed or deleted by a scene. */
export function addLead(vendor: Vendor, lastName: string): Promise<VendorLead> {
  return vendor.createLead({
    partnerOrganizationId: HARBOUR.id,
    agentId: MAYA.id,
    firstName: 'Nora',
    lastName,
    email: `nora.${lastName.toLowerCase()}@alderlogistics.example`,
    platform: 'web-store',
    value: 12_500,
    customFields: { companyName: 'Alder Logistics', phone: '+44 1632 960144', consent: true },
  });
}
