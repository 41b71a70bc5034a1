import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WorkflowListItem } from '@voiceloom/sdk';
import { useDeferredValue, useState } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { count, when } from '../../format/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { text } from '../../text/en.ts';

const PAGE = 50;

const addLink = (
  <Link className="button primary" to="/new">
    {text.productions.add}
  </Link>
);

/** Every workflow of the workspace. The last changed workflow is first. */
export function ProductionsScreen() {
  const [query, setQuery] = useState('');
  const search = useDeferredValue(query.trim());
  const list = useInfiniteQuery({
    queryKey: ['productions', search],
    queryFn: ({ pageParam: offset }) => {
      const page = { offset, limit: PAGE };
      return client.workflows.list(search ? { ...page, search } : page).page();
    },
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.hasNext ? pages.length * PAGE : undefined),
  });
  const rows = list.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <div className="head">
        <h1>{text.productions.title}</h1>
        {rows?.length !== 0 && addLink}
      </div>
      {(search !== '' || query !== '' || (rows?.length ?? 0) > 8) && (
        <SearchField
          className="search"
          aria-label={text.productions.search}
          value={query}
          onChange={setQuery}
        >
          <Input placeholder={text.productions.search} />
        </SearchField>
      )}
      {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton />}
      {rows?.length === 0 &&
        (search === '' ? (
          <Empty action={addLink}>{text.productions.empty}</Empty>
        ) : (
          <Empty
            action={
              <Button className="button" onPress={() => setQuery('')}>
                {text.productions.clear}
              </Button>
            }
          >
            {text.productions.noMatch}
          </Empty>
        ))}
      {rows && rows.length > 0 && <Productions rows={rows} />}
      {list.hasNextPage && (
        <RequestButton
          className="button"
          isPending={list.isFetchingNextPage}
          onPress={() => void list.fetchNextPage()}
        >
          {text.productions.more}
        </RequestButton>
      )}
    </>
  );
}

/** The table of productions, each with the state of its last run. */
function Productions({ rows }: { rows: WorkflowListItem[] }) {
  return (
    <table className="card rows">
      <thead>
        <tr>
          <th scope="col">{text.productions.name}</th>
          <th scope="col">{text.productions.lastRun}</th>
          <th scope="col" className="number">
            {text.productions.runs}
          </th>
          <th scope="col" className="wide">
            {text.productions.changed}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Link to="/productions/$workflowId" params={{ workflowId: row.id }}>
                {row.name}
              </Link>
            </th>
            <td>
              <Status of={row.last_run_status ?? 'draft'} />{' '}
              <span className="soft wide">{row.last_run_at && when(row.last_run_at)}</span>
            </td>
            <td className="number">{count(row.runs_count)}</td>
            <td className="wide soft">{when(row.updated_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
