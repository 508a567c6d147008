import { createHash, randomUUID } from 'node:crypto';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

/** The rows that `POST /api/silo/v1/entries` writes, in one transaction, and nothing that it asks before. */
export async function POST(request: Request): Promise<Response> {
  const { folder, data } = await request.json();
  const doc = JSON.stringify({ ...data, $schema: 'https://gobl.org/draft-0/org/party' });
  const digest = createHash('sha256').update(doc).digest('hex');
  const id = randomUUID();
  const workspace = process.env.BENCH_WORKSPACE;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(
      `insert into entries (id, workspace_id, folder, doc_schema, doc, digest, created_digest)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning *`,
      [id, workspace, folder, 'https://gobl.org/draft-0/org/party', doc, digest, digest],
    );
    await client.query(
      `insert into audit_log (workspace_id, actor_kind, actor_id, action, subject_kind, subject_id, detail)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [workspace, 'api-key', workspace, 'entry.created', 'entry', id, JSON.stringify({ folder })],
    );
    await client.query('commit');
    return Response.json(rows[0]);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
