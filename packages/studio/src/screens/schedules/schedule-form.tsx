import { useMutation } from '@tanstack/react-query';
import type { Schedule } from '@voiceloom/sdk';
import { type ReactNode, useId, useState } from 'react';
import { Button } from 'react-aria-components';
import { client, queries } from '../../api/client.ts';
import { MAX_LENGTHS } from '../../api/lengths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { MAX_CREDITS } from '../budgets/budget-form.tsx';
import { type FieldFaults, findFaults } from './faults.ts';
import { schedulesKey } from './queries.ts';
import { listZones, ownZone, readWeekly, WEEK, WORKDAYS, writeWeekly } from './times.ts';

const words = text.schedules;

/** Creates a schedule, or changes one. */
export function ScheduleForm(props: {
  workflowId: string;
  schedule: Schedule | undefined;
  onClose: () => void;
}) {
  const { workflowId, schedule, onClose } = props;
  const oldTimes = schedule && readWeekly(schedule.cron);
  const [name, setName] = useState(schedule?.name ?? '');
  const [weekly, setWeekly] = useState(oldTimes ?? { days: WORKDAYS, time: '06:00' });
  // Replaces the days and the time unless it is empty.
  const [cron, setCron] = useState(schedule && !oldTimes ? schedule.cron : '');
  const [zone, setZone] = useState(schedule?.time_zone ?? ownZone());
  const [cap, setCap] = useState(schedule?.input.max_credits?.toString() ?? '');
  const [isSkipping, setSkipping] = useState(schedule?.skip_if_unchanged ?? true);
  const save = useMutation({
    mutationFn: async () => {
      // The form does not show the parameters of the input.
      const { max_credits: _, ...input } = schedule?.input ?? {};
      const fields = {
        name: name.trim(),
        cron: cron.trim() || writeWeekly(weekly),
        time_zone: zone,
        input: cap === '' ? input : { ...input, max_credits: Number(cap) },
        skip_if_unchanged: isSkipping,
      };
      // The same times in another form would be a change.
      if (schedule && weekly === oldTimes && cron === '') fields.cron = schedule.cron;
      if (schedule) await client.schedules.update(schedule.id, fields);
      else await client.schedules.create({ ...fields, workflow_id: workflowId });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: schedulesKey(workflowId) });
      onClose();
    },
  });
  const faults = findFaults(save.error);
  return (
    <RequestForm className="fields" isPending={save.isPending} onSend={() => save.mutate()}>
      {save.isError && !faults && <Failure error={save.error} />}
      <Field label={text.productions.name} fault={faults?.name}>
        {(parts) => (
          <input
            {...parts}
            className="full"
            required
            pattern=".*\S.*"
            maxLength={MAX_LENGTHS.scheduleName}
            placeholder={words.nameExample}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Days days={weekly.days} isReplaced={cron !== ''} onChange={(days) => setWeekly({ ...weekly, days })} />
      <div className="row times">
        <label className="field">
          <span>{words.time}</span>
          <input
            type="time"
            required
            disabled={cron !== ''}
            value={weekly.time}
            onChange={({ target }) => setWeekly({ ...weekly, time: target.value })}
          />
        </label>
        <Field label={words.zone} fault={faults?.time_zone}>
          {(parts) => (
            <select {...parts} value={zone} onChange={({ target }) => setZone(target.value)}>
              {listZones(zone).map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field label={text.setup.cap} help={text.setup.capHelp} fault={faults?.max_credits}>
        {(parts) => (
          <input
            {...parts}
            type="number"
            min={1}
            max={MAX_CREDITS}
            step={1}
            placeholder={text.setup.noCap}
            value={cap}
            onChange={({ target }) => setCap(target.value)}
          />
        )}
      </Field>
      <label className="flag">
        <input type="checkbox" checked={isSkipping} onChange={({ target }) => setSkipping(target.checked)} />
        {words.skip}
      </label>
      <Advanced cron={cron} example={writeWeekly(weekly)} faults={faults} onChange={setCron} />
      <div className="row actions">
        <Button className="button" onPress={onClose}>
          {text.cancel}
        </Button>
        <RequestButton className="button primary" type="submit" isPending={save.isPending}>
          {schedule ? text.save : words.create}
        </RequestButton>
      </div>
    </RequestForm>
  );
}

/** An input with its help and with what the service says about it. */
function Field(props: {
  label: string;
  help?: string;
  fault: string | undefined;
  children: (input: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
}) {
  const { label, help, fault, children } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-help`, 'aria-invalid': fault !== undefined })}
      <div id={`${id}-help`} className="help">
        {help && <p className="soft">{help}</p>}
        {fault && (
          <p className="wrong" role="alert">
            {fault}
          </p>
        )}
      </div>
    </div>
  );
}

/** The days of the week. At least one is required. */
function Days(props: { days: number[]; isReplaced: boolean; onChange: (days: number[]) => void }) {
  const { days, isReplaced, onChange } = props;
  return (
    <fieldset className="field" disabled={isReplaced}>
      <legend>{words.dayTitle}</legend>
      <div className="weekdays">
        {WEEK.map((day) => (
          <label key={day} className="flag">
            <input
              type="checkbox"
              checked={days.includes(day)}
              ref={(input) => {
                if (day === WEEK[0]) input?.setCustomValidity(days.length === 0 ? words.noDay : '');
              }}
              onChange={({ target }) =>
                onChange(target.checked ? [...days, day] : days.filter((other) => other !== day))
              }
            />
            {words.days[day]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The cron expression, for times that days and one time cannot express. */
function Advanced(props: {
  cron: string;
  /** The expression of the days and the time. */
  example: string;
  faults: FieldFaults | undefined;
  onChange: (cron: string) => void;
}) {
  const { cron, example, faults, onChange } = props;
  const [isOpen, setOpen] = useState(cron !== '');
  return (
    <details
      open={isOpen || faults?.cron !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{words.advanced}</summary>
      <div className="nested">
        <Field label={words.cron} help={words.cronHelp} fault={faults?.cron}>
          {(parts) => (
            <input
              {...parts}
              className="mono"
              dir="ltr"
              maxLength={MAX_LENGTHS.cron}
              placeholder={example}
              value={cron}
              onChange={({ target }) => onChange(target.value)}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
