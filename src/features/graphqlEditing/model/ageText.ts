import { t } from "../../../base/translate";

/** How long ago something was, in the largest unit that is not zero. */
export function ageText(then: number, now = Date.now()): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return t`just now`;
  if (minutes < 60) return t`${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? t`${hours} h ago` : t`${Math.floor(hours / 24)} d ago`;
}
