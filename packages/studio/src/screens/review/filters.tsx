import { useQuery } from '@tanstack/react-query';
import type { Review } from '@voiceloom/sdk';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { MAX_LENGTHS } from '../../api/lengths.ts';
import { text } from '../../text/en.ts';
import { DECISION_FILTERS, type Filter } from './data/filter.ts';

const words = text.review;
/** How long to wait after the last keystroke before the search starts. */
const PAUSE_MS = 150;

export const SEARCH_ID = 'review-search';
export const FILTER_ID = 'review-filter';

/** The filters of the list. */
export function Filters(props: {
  review: Review;
  isGuest: boolean;
  filter: Filter;
  onChange: (change: Filter) => void;
}) {
  const { review, isGuest, filter, onChange } = props;
  const characters = useCharacters(review, isGuest);
  const people = new Map(review.assignments.map(({ assignee }) => [assignee.id, assignee.name]));
  const { character, verdict, decision, assignee, outlier, too_long, new_take } = filter;
  // The language has its own tabs.
  const hasFilters = Object.entries(filter).some(([name, value]) => name !== 'locale' && value !== undefined);
  return (
    <search className="filters">
      <Search value={filter.search ?? ''} onChange={(search) => onChange({ search: search || undefined })} />
      {characters.length > 1 && (
        <Choice
          id={FILTER_ID}
          label={words.columns.character}
          value={character}
          options={characters.map((name) => [name ?? '', name ?? words.nobody])}
          onChange={(character) => onChange({ character })}
        />
      )}
      <Choice
        id={characters.length > 1 ? undefined : FILTER_ID}
        label={words.verdict}
        value={verdict}
        options={(['pass', 'fail', 'unscored'] as const).map((verdict) => [verdict, words.verdicts[verdict]])}
        onChange={(verdict) => onChange({ verdict })}
      />
      <Choice
        label={words.decision}
        value={decision}
        options={DECISION_FILTERS.map((decision) => [decision, words.decisions[decision]])}
        onChange={(decision) => onChange({ decision })}
      />
      {people.size > 0 && (
        <Choice
          label={words.assignee}
          value={assignee}
          options={[...people]}
          onChange={(assignee) => onChange({ assignee })}
        />
      )}
      <label className="flag" title={words.tooLongHelp}>
        <input
          type="checkbox"
          checked={too_long === true}
          onChange={({ target }) => onChange({ too_long: target.checked || undefined })}
        />
        {words.tooLongOnly}
      </label>
      <label className="flag" title={words.outliersHelp}>
        <input
          type="checkbox"
          checked={outlier === true}
          onChange={({ target }) => onChange({ outlier: target.checked || undefined })}
        />
        {words.outliers}
      </label>
      {(new_take || review.current_run_id !== review.root_run_id) && (
        <label className="flag">
          <input
            type="checkbox"
            checked={new_take === true}
            onChange={({ target }) => onChange({ new_take: target.checked || undefined })}
          />
          {words.newTakes}
        </label>
      )}
      {hasFilters && (
        <Button
          className="button small quiet"
          onPress={() =>
            onChange({
              search: undefined,
              character: undefined,
              verdict: undefined,
              decision: undefined,
              assignee: undefined,
              outlier: undefined,
              too_long: undefined,
              new_take: undefined,
            })
          }
        >
          {words.clearFilters}
        </Button>
      )}
    </search>
  );
}

/** The search field. It reports a new text only after a pause in typing. */
function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [query, setQuery] = useState(value);
  const lastSearch = useRef(value);
  // Accepts only values that did not come from this field, so that newly typed text stays.
  useEffect(() => {
    if (value !== lastSearch.current) setQuery(value);
    lastSearch.current = value;
  }, [value]);
  useEffect(() => {
    if (query === lastSearch.current) return;
    const timer = setTimeout(() => {
      lastSearch.current = query;
      onChange(query);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [query, onChange]);
  return (
    <input
      id={SEARCH_ID}
      type="search"
      maxLength={MAX_LENGTHS.reviewSearch}
      aria-label={words.search}
      placeholder={words.search}
      value={query}
      onChange={({ target }) => setQuery(target.value)}
    />
  );
}

/** The option for no filter. No character or person has this name. */
const ANY = '\u0000';

/** A filter with a choice of values, or none. */
function Choice(props: {
  id?: string | undefined;
  label: string;
  value: string | undefined;
  options: (readonly [value: string, label: string])[];
  onChange: (value: string | undefined) => void;
}) {
  const { id, label, value, options, onChange } = props;
  return (
    <select
      id={id}
      aria-label={label}
      className={value === undefined ? '' : 'on'}
      value={value ?? ANY}
      onChange={({ target }) => onChange(target.value === ANY ? undefined : target.value)}
    >
      <option value={ANY}>{words.any(label)}</option>
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The characters in the scripts of the run. */
export function useCharacters({ workflow_id, root_run_id }: Review, isGuest: boolean): (string | null)[] {
  const { data } = useQuery({
    queryKey: ['run', workflow_id, root_run_id, 'overview'],
    queryFn: () => client.runs.overview(workflow_id, root_run_id),
    staleTime: Number.POSITIVE_INFINITY,
    // Guests cannot read runs, so they search by name.
    enabled: !isGuest,
  });
  const names = data?.readings.flatMap(({ reading }) =>
    reading.characters.map((character) => character.character_name),
  );
  return [...new Set(names)];
}
