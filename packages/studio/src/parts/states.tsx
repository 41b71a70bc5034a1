import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { describeError, isUnknownAddress } from '../api/client.ts';
import { text } from '../text/en.ts';
import { Shortage } from './shortage.tsx';

/** Placeholder lines while content is loading. */
export function Skeleton({ rows = 4 }: { rows?: number | undefined }) {
  return (
    <div className="skeleton" role="status" aria-label={text.loading}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <span key={row} />
      ))}
    </div>
  );
}

/** An error in words that a person can act on, with buttons to retry or to close it. */
export function Failure(props: { error: unknown; onRetry?: (() => void) | undefined; onClose?: () => void }) {
  const { error, onRetry, onClose } = props;
  const { message, fields, heading, requestId, shortage } = describeError(error);
  const isOurs = heading === undefined;
  return (
    <div className={isOurs ? 'notice fail' : 'notice warn'} role="alert">
      <strong>{heading ?? text.errors.failed}</strong>
      <p>{message}</p>
      {shortage && <Shortage shortage={shortage} />}
      {fields.length > 0 && (
        <ul>
          {fields.map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
      )}
      {requestId !== undefined && isOurs && <p className="soft mono">{text.requestId(requestId)}</p>}
      {onRetry && (
        <Button className="button" onPress={onRetry}>
          {text.retry}
        </Button>
      )}
      {onClose && (
        <Button className="button quiet" onPress={onClose}>
          {text.close}
        </Button>
      )}
    </div>
  );
}

/** The empty state, with a suggestion. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** `isGone`: the address has the form of a page, but what it names does not exist. */
export function NotFound({ isGone = false }: { isGone?: boolean }) {
  return (
    <Empty
      action={
        <Link className="button primary" to="/">
          {text.notFound.action}
        </Link>
      }
    >
      {isGone ? text.notFound.gone : text.notFound.title}
    </Empty>
  );
}

/** The content of a query: a skeleton, an error with a retry, or `children` with the data. */
export function Loaded<T>(props: {
  query: UseQueryResult<T>;
  rows?: number;
  /** Shows that the page does not exist if the query finds nothing. */
  isPage?: boolean;
  children: (data: T) => ReactNode;
}) {
  const { query, rows, isPage = false, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (isPage && isUnknownAddress(query.error)) return <NotFound isGone />;
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton rows={rows} />;
}
