import {
  credentialsSchemaOf,
  type KeyedProviderId,
  PROVIDERS,
  type ProviderKeyState,
  type ProviderKeyStatus,
} from '@voiceloom/contract';
import type { ProviderKeyRow } from './queries.ts';

const MASK = '••••';
const PREVIEW_LENGTH = 4;
/** A shorter key is not shown at all, because its end would reveal too much. */
const MIN_PREVIEWED_LENGTH = 16;

/** The last characters of a long key. Of a short one, they would reveal too much. */
export function maskKey(key: string | undefined): string {
  if (key === undefined || key.length < MIN_PREVIEWED_LENGTH) return MASK;
  return MASK + key.slice(-PREVIEW_LENGTH);
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
