import { useMutation, useQuery } from '@tanstack/react-query';
import type { Member, Review, ReviewFilter, ReviewLink } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { client, queries, workspace } from '../../api/client.ts';
import { count, when } from '../../format/format.ts';
import { personName } from '../../format/person.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { reviewKey } from './data/cache.ts';
import { useLinks } from './data/links.ts';

const words = text.review;

export type Target = { nos: number[] } | { filter: ReviewFilter; total: number };

/** Assigns lines to people, with a due date. */
export function AssignDialog(props: { review: Review; target: Target; onClose: () => void }) {
  const { review, target, onClose } = props;
  const members = useMembers();
  const links = useLinks(review.id, { active: true });
  const lines = 'nos' in target ? target.nos.length : target.total;
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="modal">
        <Dialog className="dialog">
          <div className="head">
            <Heading slot="title">{words.assignTitle(text.setup.lines(count(lines)))}</Heading>
            <Button className="button quiet" onPress={onClose}>
              {text.close}
            </Button>
          </div>
          <Loaded query={members} rows={2}>
            {(people) => (
              <AssignForm
                {...{ review, target }}
                members={people}
                links={links.data ?? []}
                onDone={onClose}
              />
            )}
          </Loaded>
          {/* Members can be chosen even if the guests cannot be loaded. */}
          {links.isError && <Failure error={links.error} onRetry={() => void links.refetch()} />}
          <Assignments review={review} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface Choice {
  kind: 'user_id' | 'link_id';
  id: string;
  name: string;
}

/** Assigns the lines to a member or a guest. A due date lasts until the end of the day. */
function AssignForm(props: {
  review: Review;
  target: Target;
  members: Member[];
  links: ReviewLink[];
  onDone: () => void;
}) {
  const { review, target, onDone } = props;
  const members: Choice[] = [];
  for (const member of props.members)
    if (member.user_id !== null)
      members.push({ kind: 'user_id', id: member.user_id, name: personName(member) });
  const guests = props.links.map<Choice>(({ id, label }) => ({ kind: 'link_id', id, name: label }));
  const [selectedId, setSelectedId] = useState<string>();
  const choices = [...members, ...guests];
  const choice = choices.find(({ id }) => id === selectedId) ?? choices[0];
  const [due, setDue] = useState('');
  const act = useMutation({
    mutationFn: async ({ kind, id }: Choice) => {
      const scope = 'nos' in target ? { nos: target.nos } : { filter: target.filter };
      // The end of that day in the person's time zone.
      const due_at = due === '' ? null : new Date(`${due}T23:59:59`).toISOString();
      await client.reviews.assign(review.id, { [kind]: id, due_at, ...scope });
      await queries.invalidateQueries({ queryKey: reviewKey(review.id), exact: true });
    },
    onSuccess: onDone,
  });
  return (
    <RequestForm className="row" isPending={act.isPending} onSend={() => choice && act.mutate(choice)}>
      <label className="field">
        <span>{words.assignee}</span>
        <select value={choice?.id} onChange={({ target: { value } }) => setSelectedId(value)}>
          <Group label={words.assignMembers} choices={members} />
          <Group label={words.assignGuests} choices={guests} />
        </select>
      </label>
      <label className="field">
        <span>{words.due}</span>
        <input type="date" value={due} onChange={({ target: { value } }) => setDue(value)} />
      </label>
      <RequestButton
        type="submit"
        className="button primary"
        isPending={act.isPending}
        isDisabled={choice === undefined}
      >
        {words.assignNow}
      </RequestButton>
      {act.isError && <Failure error={act.error} />}
    </RequestForm>
  );
}

function Group({ label, choices }: { label: string; choices: Choice[] }) {
  if (choices.length === 0) return null;
  return (
    <optgroup label={label}>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}

/** The current assignments of the review, which can be removed. */
function Assignments({ review: { id, assignments } }: { review: Review }) {
  const act = useMutation({
    mutationFn: async (assignment: string) => {
      await client.reviews.unassign(id, assignment);
      await queries.invalidateQueries({ queryKey: reviewKey(id), exact: true });
    },
  });
  if (assignments.length === 0) return null;
  return (
    <ul className="entries">
      {assignments.map((assignment) => (
        <li key={assignment.id}>
          <span>
            <span dir="auto">{assignment.assignee.name}</span>{' '}
            <span className="soft numbers">
              {words.done(
                count(assignment.items_count - assignment.open_count),
                count(assignment.items_count),
              )}
              {assignment.due_at && ` · ${words.dueAt(when(assignment.due_at))}`}
              {assignment.ended_at && ` · ${words.assignEnded}`}
            </span>
          </span>
          <RequestButton
            className="button small"
            isPending={act.isPending}
            onPress={() => act.mutate(assignment.id)}
          >
            {words.unassign}
          </RequestButton>
        </li>
      ))}
      {act.isError && <Failure error={act.error} />}
    </ul>
  );
}

/** The members of the current workspace. */
export function useMembers(isEnabled = true) {
  const chosen = workspace.use();
  return useQuery({
    queryKey: ['members-here', chosen],
    enabled: isEnabled,
    queryFn: async () => {
      const id = chosen ?? (await client.auth.whoami()).workspace_id ?? '';
      return await client.members.list(id);
    },
  });
}
