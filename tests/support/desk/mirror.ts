import type pg from 'pg';
import type { FlatLead } from '@/tests/support/invariants/mirror';
import type { Desk } from './desk';

type Row = {
  id: string;
  status: string;
  organization_id: string;
  agent_id: string;
  first_name: string;
  last_name: string;
  email: string;
  value: number | null;
  record: { standard: Record<string, unknown>; custom: Record<string, unknown> };
};

/** Every lead of the service, as the vendor sees it. */
export async function readService({ vendor }: Desk): Promise<FlatLead[]> {
  return (await vendor.listLeads()).map((lead) => ({ id: lead.id, fields: fieldsOf(lead) }));
}

/** Every lead that the desk's mirror shows as existing. */
export async function readMirror(sql: pg.Pool): Promise<FlatLead[]> {
  const { rows } = await sql.query<Row>(
    `select id, status, organization_id, agent_id, first_name, last_name, email, value::float8 as value, record
       from leads where deleted_at is null`,
  );
  return rows.map((row) => ({
    id: row.id,
    fields: fieldsOf({
      status: row.status,
      partnerOrganizationId: row.organization_id,
      agentId: row.agent_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      value: row.value ?? undefined,
      platform: row.record.standard.platform,
      customFields: row.record.custom,
    }),
  }));
}

type PortalLead = Record<string, unknown> & { customFields: Record<string, unknown> };

function fieldsOf(lead: PortalLead): FlatLead['fields'] {
  const custom = Object.entries(lead.customFields).map(([id, value]): [string, unknown] => [
    `customFields.${id}`,
    value,
  ]);
  return {
    status: lead.status,
    partnerOrganizationId: lead.partnerOrganizationId,
    agentId: lead.agentId,
    // The mirror holds '' for a missing text.
    firstName: lead.firstName || null,
    lastName: lead.lastName || null,
    email: lead.email || null,
    value: lead.value ?? null,
    platform: lead.platform ?? null,
    ...Object.fromEntries(custom),
  };
}
