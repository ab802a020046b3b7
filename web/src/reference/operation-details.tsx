import type { ApiContent, Schema } from '@swath/client';
import { useState } from 'react';
import { CodeBlock } from '../ui/code-block.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { MarkedText } from './marked-text.tsx';
import type { Listed } from './operations.ts';
import { type SchemaRow, schemaRows, typeText } from './schema-rows.ts';

/** One call; what is inside is made when it is opened. */
export function OperationDetails({ method, path, operation }: Listed) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="operation" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className={`method method-${method.toLowerCase()}`}>{method}</span>
        <code>{path}</code>
        <span className="operation-summary">{operation.summary}</span>
      </summary>
      {isOpen && <OperationBody method={method} path={path} operation={operation} />}
    </details>
  );
}

function OperationBody({ method, path, operation }: Listed) {
  const { description, parameters = [], requestBody, responses = {} } = operation;
  const name = `${method} ${path}`;
  const rows = parameters.map((each) => ({
    path: each.name,
    type: typeText(each.schema ?? {}),
    isRequired: each.required === true,
    about: each.description ?? '',
  }));
  return (
    <div className="operation-body">
      {description && (
        <p>
          <MarkedText text={description} />
        </p>
      )}
      {rows.length > 0 && <Members title="Parameters" label={`Parameters of ${name}`} rows={rows} />}
      {requestBody && <Body title="Body" label={`Body of ${name}`} content={requestBody.content} />}
      {Object.entries(responses).map(([status, { description: about, content }]) => (
        <Body key={status} title={`${status} ${about ?? ''}`} label={`${status} of ${name}`} content={content} />
      ))}
    </div>
  );
}

type BodyProps = { readonly title: string; readonly label: string; readonly content: ApiContent | undefined };

function Body({ title, label, content = {} }: BodyProps) {
  const [type, found] = Object.entries(content)[0] ?? [];
  const schema: Schema = found?.schema ?? {};
  const [example] = Object.values(found?.examples ?? {});
  const rows = '$ref' in schema ? [] : schemaRows(schema);
  return (
    <>
      <h3>
        {title} {type && <span className="muted">{Object.keys(content).join(', ')}</span>}
      </h3>
      {rows.length > 0 && <Members label={label} rows={rows} />}
      {example && <CodeBlock code={JSON.stringify(example.value, null, 2)} what={`example of ${label}`} />}
    </>
  );
}

type MembersProps = { readonly title?: string; readonly label: string; readonly rows: readonly SchemaRow[] };

function Members({ title, label, rows }: MembersProps) {
  return (
    <>
      {title && <h3>{title}</h3>}
      <DataTable label={label} columns={columns} rows={rows} rowId={({ path, type }) => `${path} ${type}`} />
    </>
  );
}

const columns: readonly Column<SchemaRow>[] = [
  { header: 'Name', cell: ({ path }) => <code>{path}</code> },
  { header: 'Type', cell: ({ type, isRequired }) => (isRequired ? `${type}, required` : type) },
  { header: 'What it is', cell: ({ about }) => <MarkedText text={about} /> },
];
