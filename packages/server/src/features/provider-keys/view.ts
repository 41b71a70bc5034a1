import {
  credentialsSchemaOf,
  type KeyedProviderId,
  PROVIDERS,
  type ProviderKeyState,
  type ProviderKeyStatus,
} from '@voiceloom/contract';
import type { ProviderKeyRow } from './queries.ts';

const MASK = '••••';
const SHOWN = 4;
/** A shorter key is not shown at all, because its end would reveal too much. */
const LONG_ENOUGH = 16;

export function previewOf(key: string | undefined): string {
  return key === undefined || key.length < LONG_ENOUGH ? MASK : MASK + key.slice(-SHOWN);
}

export function providerKeyView(
  provider: KeyedProviderId,
  row: ProviderKeyRow | undefined,
): ProviderKeyStatus {
  const status = (row?.status ?? 'not_configured') as ProviderKeyState;
  return {
    provider,
    display_name: PROVIDERS[provider].display_name,
    credentials_schema: credentialsSchemaOf(provider),
    configured: row !== undefined,
    is_valid: status === 'valid',
    validated_at: row?.validated_at?.toISOString() ?? null,
    key_preview: row?.key_preview ?? '',
    status,
  };
}
