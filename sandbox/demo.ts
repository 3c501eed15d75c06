/**
 * The public defaults of a fresh sandbox: the portal, its start key and the starting pairs of organization and
 * agent (interface, section 4, rule 3). Not secrets: the sandbox answers on loopback only.
 */
export const DEMO = {
  companyId: '66b0c4d2e8f1a35790d4c6b2',
  audience: 'https://api.referrals.example',
  clientId: 'sbx_7f3a9c1e5b2d4806',
  clientSecret: 'sandbox-start-key-0d9b4c6f1a7e82535cbe91f04a6d',
  organizations: [
    {
      id: '66b0c4d2e8f1a35790d4d001',
      name: 'Harbour & Finch Advisory',
      emailDomain: 'harbourfinch.example',
      agents: [
        { id: '66b0c4d2e8f1a35790d4e101', name: 'Maya Lindqvist' },
        { id: '66b0c4d2e8f1a35790d4e102', name: 'Tom Okafor' },
        { id: '66b0c4d2e8f1a35790d4e103', name: 'Ines Carvalho' },
      ],
    },
    {
      id: '66b0c4d2e8f1a35790d4d002',
      name: 'Northlight Systems',
      emailDomain: 'northlight.example',
      agents: [
        { id: '66b0c4d2e8f1a35790d4e201', name: 'Erik Brandt' },
        { id: '66b0c4d2e8f1a35790d4e202', name: 'Priya Raman' },
        { id: '66b0c4d2e8f1a35790d4e203', name: 'Lucie Moreau' },
      ],
    },
  ],
} as const;
