import { createHash } from 'node:crypto';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

/** The query with which `GET /api/utils/v1/ping` finds the key, and nothing else that its wrapper does. */
export async function GET(request: Request): Promise<Response> {
  const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
  const { rows } = await pool.query({
    name: 'bare_api_key',
    text: `select * from api_keys inner join workspaces on workspaces.id = api_keys.workspace_id
      where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
    values: [createHash('sha256').update(token).digest('hex'), new Date()],
  });
  return rows.length === 1 ? Response.json({ ping: 'pong' }) : new Response(null, { status: 401 });
}
