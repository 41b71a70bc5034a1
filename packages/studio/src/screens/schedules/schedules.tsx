import { Link, useParams } from '@tanstack/react-router';
import type { Schedule, Workflow } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useRole } from '../../api/role.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { useProduction } from '../new/production.ts';
import { ScheduleEntry } from './entry.tsx';
import { useSchedules } from './queries.ts';
import { ScheduleForm } from './schedule-form.tsx';
import './schedules.css';

const words = text.schedules;

/** The times at which a production runs by itself. */
export function SchedulesScreen() {
  const { workflowId } = useParams({ from: '/productions/$workflowId/schedules' });
  const production = useProduction(workflowId);
  return (
    <Loaded query={production} isPage>
      {(workflow) => <Schedules key={workflow.id} workflow={workflow} />}
    </Loaded>
  );
}

function Schedules({ workflow }: { workflow: Workflow }) {
  const schedules = useSchedules(workflow.id);
  const role = useRole();
  const [form, setForm] = useState<{ schedule?: Schedule }>();
  const canAdd = role === 'admin' || role === 'editor';
  const add = (look: string) => (
    <Button className={look} onPress={() => setForm({})}>
      {words.add}
    </Button>
  );
  return (
    <>
      <div className="head">
        <div>
          <Link to="/productions/$workflowId" params={{ workflowId: workflow.id }}>
            {workflow.name}
          </Link>
          <h1>{words.title}</h1>
        </div>
        {canAdd && schedules.data?.length !== 0 && add('button')}
      </div>
      <Loaded query={schedules}>
        {(list) => (
          <>
            {list.length === 0 && <Empty action={canAdd && add('button primary')}>{words.none}</Empty>}
            {list.length > 0 && (
              <ul className="schedules">
                {list.map((schedule) => (
                  <ScheduleEntry
                    key={schedule.id}
                    schedule={schedule}
                    onChange={() => setForm({ schedule })}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {form && (
        <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={() => setForm(undefined)}>
          <Modal className="modal">
            <Dialog className="dialog">
              <Heading slot="title" dir="auto">
                {form.schedule ? words.changeName(form.schedule.name) : words.add}
              </Heading>
              <ScheduleForm
                workflowId={workflow.id}
                schedule={form.schedule}
                onClose={() => setForm(undefined)}
              />
            </Dialog>
          </Modal>
        </ModalOverlay>
      )}
    </>
  );
}
