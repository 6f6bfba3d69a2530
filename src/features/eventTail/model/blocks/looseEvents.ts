/** Events of one cause: the age of the newest of them, and how many are older than that. */
interface Loose {
  events: number[];
  age: number;
  older: number;
}

/** Events whose block is not known yet, by their cause. An age counts the blocks and sessions that there had been. */
export class LooseEvents {
  private readonly byCause = new Map<string, Loose>();

  add(cause: string, number: number, age: number): void {
    const known = this.byCause.get(cause);
    if (!known) return void this.byCause.set(cause, { events: [number], age, older: 0 });
    if (known.age < age) Object.assign(known, { age, older: known.events.length });
    known.events.push(number);
  }

  /** Takes out the events of a cause that are of an age or younger. */
  take(cause: string, oldest: number): readonly number[] {
    const known = this.byCause.get(cause);
    if (!known || known.age < oldest) return [];
    const taken = oldest === 0 ? known.events : known.events.splice(known.older);
    if (oldest === 0 || known.older === 0) this.byCause.delete(cause);
    else Object.assign(known, { age: oldest - 1, older: 0 });
    return taken;
  }

  /** Forgets the causes of which nothing is of an age or younger. Returns how many events those were. */
  dropOlderThan(age: number): number {
    let dropped = 0;
    for (const [cause, known] of this.byCause) {
      if (known.age >= age) continue;
      this.byCause.delete(cause);
      dropped += known.events.length;
    }
    return dropped;
  }

  /** Forgets the cause that has waited for longest. Returns how many events it had; 0 when there is none. */
  dropOldest(): number {
    for (const [cause, { events }] of this.byCause) {
      this.byCause.delete(cause);
      return events.length;
    }
    return 0;
  }

  /** At most so many causes, the oldest first. */
  causes(most: number): string[] {
    const causes: string[] = [];
    for (const cause of this.byCause.keys()) {
      if (causes.length === most) break;
      causes.push(cause);
    }
    return causes;
  }
}
