-- What a membership gives access to, with the names of now.
CREATE OR REPLACE FUNCTION notices_access_of(m memberships) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'organizationId', m.organization_id,
    'organization', coalesce((SELECT o.name FROM organizations o WHERE o.id = m.organization_id), m.organization_id),
    'agentId', m.agent_id,
    'agent', coalesce(
      (SELECT a.name FROM agents a WHERE a.organization_id = m.organization_id AND a.id = m.agent_id), m.agent_id),
    'role', m.role)
  WHERE m.person_id IS NOT NULL
$$;
