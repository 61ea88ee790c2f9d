#pragma once  // the prelude has it
