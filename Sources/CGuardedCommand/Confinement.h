#ifndef CONFINEMENT_H
#define CONFINEMENT_H

#include "CGuardedCommand.h"

/* Moves the guardian into the namespaces that are asked for. Returns 0 or an error number. */
int guarded_confine(const struct guarded_request *request, int reports);

/* Sends a report, with a descriptor unless that is -1. */
void guarded_send(int reports, int kind, int value, int descriptor);

/* Receives one: 1, or 0 when there is none yet, or -1 at the end. */
int guarded_receive(int reports, struct guarded_report *report);

#endif
