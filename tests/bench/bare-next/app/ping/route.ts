import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

/**
 * Finds the key in one query, as `GET /api/utils/v1/ping` does, and does nothing else that its wrapper does. By the
 * prefix: the hash needs the installation's secret.
 */
export async function GET(request: Request): Promise<Response> {
  const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
  const { rows } = await pool.query({
    name: 'bare_api_key',
    text: `select * from api_keys inner join workspaces on workspaces.id = api_keys.workspace_id
      where prefix = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
    values: [token.slice(0, -45), new Date()],
  });
  return rows.length === 1 ? Response.json({ ping: 'pong' }) : new Response(null, { status: 401 });
}
