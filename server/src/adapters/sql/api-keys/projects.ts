import type { AuditEntry } from '../../../accounts/audit.ts';
import type { Project } from '../../../api-keys/api-key.ts';
import type { ProjectStore } from '../../../api-keys/ports.ts';
import { appendAudit } from '../accounts/audit-log.ts';
import type { Database, Sql } from '../database.ts';

type ProjectRow = {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly created_at_ms: number;
};

const columns = 'id, account_id, name, created_at_ms';

export const projectVerbs = {
  async createProject(sql: Sql, { project, audit }: { project: Project; audit: AuditEntry }) {
    const created = await sql.run(
      `INSERT INTO projects (${columns}) VALUES ($1, $2, $3, $4) ON CONFLICT (account_id, name) DO NOTHING`,
      [project.id, project.accountId, project.name, project.createdAtMs],
    );
    if (created === 0) return 'name_taken' as const;
    await appendAudit(sql, audit);
    return 'created' as const;
  },

  async deleteProject(sql: Sql, input: { accountId: string; id: string; audit: AuditEntry }): Promise<boolean> {
    const gone = await sql.run('DELETE FROM projects WHERE id = $1 AND account_id = $2', [input.id, input.accountId]);
    if (gone === 0) return false;
    await appendAudit(sql, input.audit);
    return true;
  },
};

const toProject = (row: ProjectRow): Project => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  createdAtMs: row.created_at_ms,
});

export function createProjectStore(db: Database): ProjectStore {
  return {
    create: (project, audit) => db.write('createProject', { project, audit }),
    async list(accountId) {
      const rows = await db.read.all<ProjectRow>(
        `SELECT ${columns} FROM projects WHERE account_id = $1 ORDER BY created_at_ms DESC, id DESC`,
        [accountId],
      );
      return rows.map(toProject);
    },
    async byId(accountId, id) {
      const row = await db.read.get<ProjectRow>(`SELECT ${columns} FROM projects WHERE id = $1 AND account_id = $2`, [
        id,
        accountId,
      ]);
      return row === undefined ? null : toProject(row);
    },
    delete: (accountId, id, audit) => db.write('deleteProject', { accountId, id, audit }),
  };
}
