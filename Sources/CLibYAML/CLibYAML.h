#ifndef SHOULDERTAP_CLIBYAML_H
#define SHOULDERTAP_CLIBYAML_H

#include <yaml.h>

#endif
