import type { Member, MemberRole } from '@voiceloom/sdk';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { personName } from '../../format/person.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { useAction } from './action.ts';

const words = text.settings;
const ROLES: MemberRole[] = ['admin', 'editor', 'viewer'];

/** Members, and people who are invited. Admins can change them. */
export function MembersCard(props: {
  workspaceId: string;
  userId: string;
  members: Member[];
  isAdmin: boolean;
}) {
  const { workspaceId, userId, members, isAdmin } = props;
  const act = useAction('members');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberRole>('editor');
  const change = (member: Member, next: MemberRole) =>
    act.mutate(() =>
      member.status === 'invited'
        ? client.members.updateInvite(workspaceId, member.id, { role: next })
        : client.members.update(workspaceId, member.id, { role: next }),
    );
  const remove = (member: Member) =>
    act.mutate(() =>
      member.status === 'invited'
        ? client.members.revokeInvite(workspaceId, member.id)
        : client.members.remove(workspaceId, member.id),
    );
  return (
    <section className="card" aria-labelledby="members">
      <h2 id="members">{words.members}</h2>
      {act.isError && <Failure error={act.error} />}
      <ul className="entries">
        {members.map((member) => (
          <li key={member.id}>
            <span>
              {personName(member)}{' '}
              <span className="soft">
                {personName(member) !== member.email && member.email}{' '}
                {member.status === 'invited' && words.invited}
              </span>
            </span>
            {isAdmin ? (
              <Roles
                label={words.roleOf(personName(member))}
                value={member.role}
                onChange={(next) => change(member, next)}
              />
            ) : (
              <span className="soft">{words.roles[member.role]}</span>
            )}
            {isAdmin && member.user_id !== userId && (
              <ConfirmButton
                small
                label={words.remove}
                name={words.removeName(personName(member))}
                warning={words.memberWarning}
                onConfirm={() => remove(member)}
              />
            )}
          </li>
        ))}
      </ul>
      {isAdmin && (
        <RequestForm
          className="row"
          isPending={act.isPending}
          onSend={() =>
            act.mutate(() => client.members.createInvite(workspaceId, { email, role }), {
              onSuccess: () => setEmail(''),
            })
          }
        >
          <label className="field">
            <span>{words.email}</span>
            <input type="email" required value={email} onChange={({ target }) => setEmail(target.value)} />
          </label>
          <div className="field">
            <label htmlFor="invited-role">{words.role}</label>
            <Roles id="invited-role" value={role} onChange={setRole} />
          </div>
          <RequestButton type="submit" className="button" isPending={act.isPending}>
            {words.invite}
          </RequestButton>
        </RequestForm>
      )}
    </section>
  );
}

function Roles(props: {
  id?: string;
  /** The accessible name, if there is no visible label. */
  label?: string;
  value: MemberRole;
  onChange: (role: MemberRole) => void;
}) {
  const { id, label, value, onChange } = props;
  return (
    <select
      id={id}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value as MemberRole)}
    >
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {words.roles[role]}
        </option>
      ))}
    </select>
  );
}
