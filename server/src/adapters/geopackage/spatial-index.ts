import type { Connection } from '../sqlite/driver.ts';
import { geometryColumn, indexTable, keyColumn, quotedName } from './names.ts';

/** What keeps the index true when somebody edits the file; the functions are those of GeoPackage readers. */
export function createTriggers(connection: Connection, layer: string): void {
  const [table, index] = [quotedName(layer), quotedName(indexTable(layer))];
  const [key, geometry] = [keyColumn, geometryColumn];
  const isThere = `(NEW.${geometry} NOTNULL AND NOT ST_IsEmpty(NEW.${geometry}))`;
  const isGone = `(NEW.${geometry} ISNULL OR ST_IsEmpty(NEW.${geometry}))`;
  const edges = ['ST_MinX', 'ST_MaxX', 'ST_MinY', 'ST_MaxY'].map((edge) => `${edge}(NEW.${geometry})`);
  const put = `INSERT OR REPLACE INTO ${index} VALUES (NEW.${key}, ${edges.join(', ')});`;
  const drop = `DELETE FROM ${index} WHERE id = OLD.${key};`;
  const trigger = (name: string, event: string, condition: string, actions: string) =>
    connection.exec(
      `CREATE TRIGGER ${quotedName(`${indexTable(layer)}_${name}`)} AFTER ${event} ON ${table} ` +
        `WHEN ${condition} BEGIN ${actions} END`,
    );
  const [isSame, isOther] = [`OLD.${key} = NEW.${key}`, `OLD.${key} != NEW.${key}`];
  trigger('insert', 'INSERT', isThere, put);
  trigger('update1', `UPDATE OF ${geometry}`, `${isSame} AND ${isThere}`, put);
  trigger('update2', `UPDATE OF ${geometry}`, `${isSame} AND ${isGone}`, drop);
  trigger('update3', 'UPDATE', `${isOther} AND ${isThere}`, `${drop} ${put}`);
  const dropBoth = `DELETE FROM ${index} WHERE id IN (OLD.${key}, NEW.${key});`;
  trigger('update4', 'UPDATE', `${isOther} AND ${isGone}`, dropBoth);
  trigger('delete', 'DELETE', `OLD.${geometry} NOTNULL`, drop);
}
